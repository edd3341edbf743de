import Raster

extension CellRow {
  private static let knownStyles: Style = [.bold, .dim, .underline, .reverse]

  /// Copies a row and makes it safe to send, whatever was drawn: no control character, none that the
  /// terminal does not know, and every wide glyph with exactly one continuation to its right.
  ///
  /// - Complexity: O(cells); the width of a glyph is looked up outside ASCII and what pictures are
  ///   made of.
  static func repair(
    _ source: Line, into target: UnsafeMutableBufferPointer<Cell>, for charset: Charset = .utf8
  ) {
    _ = target.update(fromContentsOf: source)
    var column = 0
    while column < source.count {
      if isPlain(source[column]) {
        column += 1
      } else {
        let isFollowed = column + 1 < source.count && source[column + 1].isContinuation
        column += repair(source[column], isFollowed: isFollowed, into: target, at: column)
      }
    }
    if charset == .ascii { replaceAllButASCII(in: target) }
  }

  /// A wide glyph becomes two of one column.
  private static func replaceAllButASCII(in cells: UnsafeMutableBufferPointer<Cell>) {
    for column in cells.indices {
      cells[column] = cells[column].inASCII
    }
  }

  /// Whether everybody agrees that a glyph takes one column: not so where Unicode has changed its
  /// mind, has characters that join, or emoji among others.
  @inline(__always)
  static func isWidthCertain(_ glyph: UInt32) -> Bool {
    glyph < 0x1100 || glyph &- 0x2000 < 0x31A || glyph &- 0x2500 < 0xFD || glyph &- 0x2800 < 0x100
      || glyph &- 0x1_FB00 < 0x3C
  }

  /// ASCII that is drawn, lines, blocks, braille and sextants, in the four known styles: nearly every
  /// cell; or a part of a graphic that is ready to be sent.
  @inline(__always)
  static func isPlain(_ cell: Cell) -> Bool {
    let glyph = cell.glyph
    return
      (glyph &- 0x2500 < 0xA0 || glyph &- 0x20 < 0x5F || glyph &- 0x2800 < 0x100
      || glyph &- 0x1_FB00 < 0x3C) && cell.style.rawValue < 16 || cell.isSendableGraphic
  }

  /// Repairs one cell and returns the columns that it takes.
  private static func repair(
    _ source: Cell, isFollowed: Bool, into target: UnsafeMutableBufferPointer<Cell>,
    at column: Int
  ) -> Int {
    var cell = source
    cell.glyph = harmless(cell.glyph)
    cell.style.formIntersection(knownStyles)
    target[column] = cell
    guard CellWidth.columns(of: cell.scalar) == 2 else { return 1 }
    guard isFollowed else {
      target[column].glyph = 0x20
      return 1
    }
    cell.glyph = 0
    target[column + 1] = cell
    return 2
  }

  /// The glyph, or what is shown instead: a continuation that has lost its glyph is a space, a part
  /// of a graphic that is not ready to be sent is no character.
  private static func harmless(_ glyph: UInt32) -> UInt32 {
    if glyph == 0 { return 0x20 }
    let isControl = glyph < 0x20 || (0x7F..<0xA0).contains(glyph)
    return isControl || glyph == Cell.graphicGlyph || Unicode.Scalar(glyph) == nil ? 0xFFFD : glyph
  }
}
