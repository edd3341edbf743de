import Raster

/// Numbers pairs of colours for ncurses, and knows how the terminal is told them.
///
/// A number stands for the same two colours as long as a cell on the screen has it.
protocol InkSource {
  /// The depth of what it finds.
  var depth: ColorDepth { get }
  /// The bytes that choose two colours, at most.
  var longestSequence: Int { get }

  /// Whether numbers are to be taken back before a frame of so many cells.
  func needsRoom(for cells: Int) -> Bool

  /// Takes back all numbers but those of some cells.
  mutating func removeAll(but shown: [Cell])

  /// The number of a cell's two colours, or of the nearest that can be shown; it is at least
  /// `InkMark.firstPair`.
  mutating func pair(of cell: Cell) -> Int32

  /// The colours of a pair that was numbered.
  func ink(of pair: Int32) -> Ink

  /// Writes what changes one ink, or any, to another.
  ///
  /// - Returns: the bytes written, at most `longestSequence`.
  func write(_ ink: Ink, after former: Ink?, to position: UnsafeMutablePointer<UInt8>) -> Int
}
