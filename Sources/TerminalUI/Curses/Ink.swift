/// Two colours by the numbers that the terminal has for them; a number of -1 is its default.
struct Ink: Equatable {
  var foreground: Int32
  var background: Int32

  static let terminalDefault = Ink(foreground: -1, background: -1)
}
