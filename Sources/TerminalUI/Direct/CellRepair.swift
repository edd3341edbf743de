import Raster

/// Makes one row of cells safe to send, whatever was drawn: no control character, and every wide
/// glyph with exactly one continuation to its right.
enum CellRepair {
  private static let known: Style = [.bold, .dim, .underline, .reverse]

  /// - Complexity: O(cells); the width of a glyph is looked up outside ASCII and block elements.
  static func copy(
    _ source: UnsafeBufferPointer<Cell>, to target: UnsafeMutableBufferPointer<Cell>
  ) {
    var column = 0
    while column < source.count {
      var cell = source[column]
      if !isPlain(cell.glyph) { cell.glyph = harmless(cell.glyph) }
      cell.style.formIntersection(known)
      let hasContinuation = column + 1 < source.count && source[column + 1].isContinuation
      if isPlain(cell.glyph) || !isWide(cell) {
        target[column] = cell
        column += 1
      } else if hasContinuation {
        target[column] = cell
        cell.glyph = 0
        target[column + 1] = cell
        column += 2
      } else {
        cell.glyph = 0x20
        target[column] = cell
        column += 1
      }
    }
  }

  /// ASCII that is drawn, and block elements: what nearly every cell holds.
  @inline(__always)
  private static func isPlain(_ glyph: UInt32) -> Bool {
    glyph &- 0x2580 < 0x20 || glyph &- 0x20 < 0x5F
  }

  /// A continuation that has lost its glyph is a space.
  private static func harmless(_ glyph: UInt32) -> UInt32 {
    if glyph == 0 { return 0x20 }
    let isControl = glyph < 0x20 || (0x7F..<0xA0).contains(glyph)
    return isControl || Unicode.Scalar(glyph) == nil ? 0xFFFD : glyph
  }

  private static func isWide(_ cell: Cell) -> Bool {
    CellWidth.columns(of: cell.scalar) == 2
  }
}
