import Raster

/// Makes rows of half blocks look different to ncurses, so that it scrolls them.
///
/// ncurses finds rows that moved by comparing their characters without their colours, and rows of
/// upper half blocks are all alike. The first cells of a row are therefore drawn as lower half
/// blocks in reverse, or not, as the bits of a hash of their colours say: the same picture, but
/// characters that tell rows apart and move with them.
struct RowTag {
  private static let length = 16
  private var bits: UInt64 = 0
  private var left = length

  /// The tag of one row.
  init(of row: CellRow.Line) {
    var count = 0
    for column in 0..<row.count where row[column].isHalfBlock {
      CellRow.add(CellRow.words(of: row, column), to: &bits)
      count += 1
      if count == Self.length { break }
    }
    bits >>= 64 - UInt64(Self.length)
  }

  /// Whether the next half block of the row is drawn the other way round.
  @inline(__always)
  mutating func next() -> Bool {
    if left == 0 { return false }
    left -= 1
    defer { bits >>= 1 }
    return bits & 1 == 1
  }
}

extension Cell {
  @inline(__always)
  var isHalfBlock: Bool { glyph == 0x2580 }
}
