import Raster

extension CellRow {
  private static let knownStyles: Style = [.bold, .dim, .underline, .reverse]

  /// Copies a row and makes it safe to send.
  ///
  /// The result has no control character and no character unknown to the terminal, and every wide
  /// glyph has exactly one continuation to its right.
  ///
  /// - Complexity: O(cells); widths are looked up only for glyphs outside ASCII and the symbols of
  ///   pictures.
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

  /// Replaces all glyphs by ASCII; a wide glyph becomes two.
  private static func replaceAllButASCII(in cells: UnsafeMutableBufferPointer<Cell>) {
    for column in cells.indices {
      cells[column] = cells[column].inASCII
    }
  }

  /// Whether all terminals give a glyph one column.
  ///
  /// They disagree where Unicode has changed widths, where characters join, and on emoji.
  @inline(__always)
  static func isWidthCertain(_ glyph: UInt32) -> Bool {
    glyph < 0x1100 || glyph &- 0x2000 < 0x31A || glyph &- 0x2500 < 0xFD || glyph &- 0x2800 < 0x100
      || glyph &- 0x1_FB00 < 0x3C
  }

  /// Whether the cell needs no repair, as nearly all: printable ASCII, lines, blocks, braille, and
  /// sextants in the four known styles, or a part of a graphic that is ready to send.
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

  /// The glyph, or a harmless replacement.
  ///
  /// A continuation without its wide glyph becomes a space. A part of a graphic that is not ready
  /// to send becomes U+FFFD.
  private static func harmless(_ glyph: UInt32) -> UInt32 {
    if glyph == 0 { return 0x20 }
    let isControl = glyph < 0x20 || (0x7F..<0xA0).contains(glyph)
    return isControl || glyph == Cell.graphicGlyph || Unicode.Scalar(glyph) == nil ? 0xFFFD : glyph
  }
}
