import Raster

extension Surface {
  /// Draws what a tile has to show into its picture's rectangle.
  mutating func draw(_ state: Tile.State, in rect: CellRect, clip: CellRect) {
    switch state {
    case .ready(let image): drawPicture(image, in: rect, clip: clip)
    case .loading:
      drawFrame(rect, color: Theme.line, clip: clip)
      writeCentred(["loading"], in: rect, color: Theme.faint, clip: clip)
    case .failed(let reason):
      drawFrame(rect, color: Theme.failure, clip: clip)
      let room = max(0, rect.size.rows - 2)
      let lines = wrapped(reason, columns: rect.size.columns - 4).prefix(room)
      writeCentred(Array(lines), in: rect, color: Theme.failure, clip: clip)
    }
  }

  /// A picture in the middle of its rectangle; what it does not cover is dark.
  private mutating func drawPicture(_ image: PixelImage, in rect: CellRect, clip: CellRect) {
    let rows = (image.size.height + 1) / 2
    let inner = CellRect(
      column: rect.origin.column + max(0, rect.size.columns - image.size.width) / 2,
      row: rect.origin.row + max(0, rect.size.rows - rows) / 2,
      columns: min(image.size.width, rect.size.columns), rows: min(rows, rect.size.rows))
    if inner.size != rect.size {
      fill(rect.intersection(clip), with: Cell(glyph: " ", background: Theme.picture))
    }
    draw(image, in: inner, background: Theme.picture, clip: clip)
  }

  /// The placeholder: a box with round corners.
  private mutating func drawFrame(_ rect: CellRect, color: Color, clip: CellRect) {
    let visible = rect.intersection(clip)
    if visible.isEmpty { return }
    fill(visible, with: Cell(glyph: " ", background: Theme.placeholder))
    guard rect.size.columns > 1, rect.size.rows > 1 else { return }
    let right = rect.columns.upperBound - 1
    let bottom = rect.rows.upperBound - 1
    for row in visible.rows {
      for column in visible.columns {
        let glyph: Unicode.Scalar? =
          switch (column, row) {
          case (rect.origin.column, rect.origin.row): "╭"
          case (right, rect.origin.row): "╮"
          case (rect.origin.column, bottom): "╰"
          case (right, bottom): "╯"
          case (_, rect.origin.row), (_, bottom): "─"
          case (rect.origin.column, _), (right, _): "│"
          default: nil
          }
        guard let glyph else { continue }
        self[column, row] = Cell(glyph: glyph, foreground: color, background: Theme.placeholder)
      }
    }
  }

  /// Lines of text in the middle of a placeholder.
  private mutating func writeCentred(
    _ lines: [String], in rect: CellRect, color: Color, clip: CellRect
  ) {
    let room = rect.size.columns - 2
    for (index, line) in lines.enumerated() {
      let width = min(DisplayText(line).columns, room)
      let point = CellPoint(
        column: rect.origin.column + (rect.size.columns - width) / 2,
        row: rect.origin.row + (rect.size.rows - lines.count) / 2 + index)
      write(
        line, at: point, limit: room, foreground: color, background: Theme.placeholder, clip: clip)
    }
  }
}
