import Raster

/// Numbers pairs of colors for ncurses, and writes the sequences that select them.
///
/// A number keeps its colors while a cell on the screen uses it.
protocol InkSource {
  /// The color depth of its inks.
  var depth: ColorDepth { get }
  /// The longest sequence that selects two colors.
  var longestSequence: Int { get }

  /// Whether numbers must be reclaimed before a frame of this many cells.
  func needsRoom(for cells: Int) -> Bool

  /// Reclaims all numbers except those of the given cells.
  mutating func removeAll(but shown: [Cell])

  /// The number of a cell's two colors, or of the nearest available; at least `InkMark.firstPair`.
  mutating func pair(of cell: Cell) -> Int32

  /// The colors of a numbered pair.
  func ink(of pair: Int32) -> Ink

  /// Writes the change from one ink, or from an unknown one, to another.
  ///
  /// - Returns: the bytes written, at most `longestSequence`.
  func write(_ ink: Ink, after former: Ink?, to position: UnsafeMutablePointer<UInt8>) -> Int
}

/// Two colors by the terminal's numbers; -1 is the default.
struct Ink: Equatable {
  var foreground: Int32
  var background: Int32

  static let terminalDefault = Ink(foreground: -1, background: -1)
}

/// The mark that ncurses writes where colors change: the number of a color pair in decimal, between
/// two bytes.
///
/// These bytes occur in no glyph and no other sequence.
enum InkMark {
  static let start: UInt8 = 0x01
  static let end: UInt8 = 0x02

  /// The lowest number of a pair.
  ///
  /// ncurses stores colors for the pairs below it. It considers all higher ones equal, and sends no
  /// change between them.
  static let firstPair: Int32 = 256

  /// The terminfo capability `scp`, of one number.
  static let capability = [start] + Array("%p1%d".utf8) + [end]

  /// Reads the mark at an index, and advances the index past it.
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
