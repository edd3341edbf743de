import Raster

/// Numbers pairs of colors for ncurses, and writes the sequences that choose them.
///
/// A number stands for the same two colors as long as a cell on the screen has it.
protocol InkSource {
  /// The color depth of its inks.
  var depth: ColorDepth { get }
  /// The most bytes that choose two colors.
  var longestSequence: Int { get }

  /// Whether numbers must be taken back before a frame of this many cells.
  func needsRoom(for cells: Int) -> Bool

  /// Takes back all numbers but those of some cells.
  mutating func removeAll(but shown: [Cell])

  /// The number of a cell's two colors, or of the nearest that can be shown; at least
  /// `InkMark.firstPair`.
  mutating func pair(of cell: Cell) -> Int32

  /// The colors of a numbered pair.
  func ink(of pair: Int32) -> Ink

  /// Writes the change from one ink, or from an unknown one, to another.
  ///
  /// - Returns: the bytes written, at most `longestSequence`.
  func write(_ ink: Ink, after former: Ink?, to position: UnsafeMutablePointer<UInt8>) -> Int
}

/// Two colors by the terminal's numbers for them; -1 is its default.
struct Ink: Equatable {
  var foreground: Int32
  var background: Int32

  static let terminalDefault = Ink(foreground: -1, background: -1)
}

/// The mark that ncurses writes where the colors change: the number of a color pair in decimal,
/// between two bytes.
///
/// No glyph and no other sequence holds these bytes.
enum InkMark {
  static let start: UInt8 = 0x01
  static let end: UInt8 = 0x02

  /// The least number of a pair.
  ///
  /// ncurses sets memory aside for the colors of the pairs below. It takes all higher ones for the
  /// same colors, and sends no change from one of them to another.
  static let firstPair: Int32 = 256

  /// The terminfo capability `scp`, of one number.
  static let capability = [start] + Array("%p1%d".utf8) + [end]

  /// Reads the mark that starts at an index, and moves the index behind it.
  @inline(__always)
  static func number(in source: UnsafeBufferPointer<UInt8>, at index: inout Int) -> Int32 {
    var number: Int32 = 0
    index += 1
    while index < source.count, source[index] != end {
      number = number &* 10 &+ Int32(source[index] &- 0x30)
      index += 1
    }
    index += 1
    return number
  }
}
