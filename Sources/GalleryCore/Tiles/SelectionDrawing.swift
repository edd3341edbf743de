import Raster

extension Tile {
  /// The part of its picture's rectangle that is drawn: the picture itself, or the whole placeholder.
  ///
  /// - Parameters:
  ///   - words: the text about its load; a progress line needs the whole rectangle.
  ///   - isAtFoot: whether a lower picture is aligned to the bottom of the rectangle.
  func drawnRect(in rect: CellRect, _ words: LoadWords, isAtFoot: Bool) -> CellRect {
    guard let image = picture, let size = pictureSize, !isUnderWay || words.isEmpty else {
      return rect
    }
    return rect.place(
      of: image.cells(halves: pictureRendition.halfBlocks(of: size)), isAtFoot: isAtFoot)
  }
}

extension PixelImage {
  /// The cells of the picture: those of its rendering, or of its half blocks.
  func cells(halves: PixelSize) -> CellSize {
    rendering?.size ?? CellSize(columns: halves.width, rows: (halves.height + 1) / 2)
  }
}

extension CellRect {
  /// The place of a picture in the middle or at the foot of a rectangle, which may cut it.
  func place(of cells: CellSize, isAtFoot: Bool) -> CellRect {
    let spareRows = max(0, size.rows - cells.rows)
    return CellRect(
      column: origin.column + max(0, size.columns - cells.columns) / 2,
      row: origin.row + (isAtFoot ? spareRows : spareRows / 2),
      columns: min(cells.columns, size.columns), rows: min(cells.rows, size.rows))
  }
}

extension Surface {
  /// Draws the frame of the selection around a picture: thin lines in the gutter and in the caption's row.
  ///
  /// Box drawing characters have no seams in any terminal, unlike blocks from a scaled font.
  mutating func drawSelection(around picture: CellRect, clip: CellRect, _ theme: Theme) {
    let (left, right) = (picture.origin.column - 1, picture.columns.upperBound)
    let (top, bottom) = (picture.origin.row - 1, picture.rows.upperBound)
    func line(_ glyph: Unicode.Scalar, _ column: Int, _ row: Int, columns: Int = 1, rows: Int = 1) {
      fill(
        CellRect(column: column, row: row, columns: columns, rows: rows).intersection(clip),
        with: Cell(glyph: glyph, foreground: theme.accent))
    }
    for row in [top, bottom] { line("─", left, row, columns: right - left + 1) }
    for column in [left, right] { line("│", column, picture.origin.row, rows: picture.size.rows) }
    for (glyph, column, row) in [
      ("┌", left, top), ("┐", right, top), ("└", left, bottom), ("┘", right, bottom),
    ] as [(Unicode.Scalar, Int, Int)] { line(glyph, column, row) }
  }

  /// Draws the mark of the selection if there is no gutter: a line left of a column.
  mutating func drawSelection(
    besideColumn column: Int, rows: Range<Int>, clip: CellRect, _ theme: Theme
  ) {
    let line = CellRect(
      column: column - 1, row: rows.lowerBound, columns: 1, rows: rows.count)
    fill(line.intersection(clip), with: Cell(glyph: "│", foreground: theme.accent))
  }
}
