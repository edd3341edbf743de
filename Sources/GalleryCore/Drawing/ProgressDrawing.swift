import Raster

extension Surface {
  /// Draws a load's progress into the last row of the picture shown meanwhile.
  ///
  /// If the total size is known, the row has a bar. The progress text is at its right.
  mutating func drawProgressLine(
    _ words: LoadWords, in rect: CellRect, clip: CellRect, _ theme: Theme
  ) {
    guard rect.size.rows > 1, !words.isEmpty else { return }
    let text = words.summary
    let row = CellRect(
      column: rect.origin.column, row: rect.rows.upperBound - 1, columns: rect.size.columns,
      rows: 1)
    fill(row.intersection(clip), with: Cell(glyph: " ", background: theme.placeholder))
    let room = row.size.columns - 2
    let textColumns = min(DisplayText(text).columns, room)
    write(
      text, at: CellPoint(column: row.columns.upperBound - 1 - textColumns, row: row.origin.row),
      limit: room, foreground: theme.text, background: theme.placeholder, clip: clip)
    if let fraction = words.fraction {
      let bar = CellRect(
        column: row.origin.column + 1, row: row.origin.row, columns: room - textColumns - 1,
        rows: 1)
      drawBar(
        fraction, in: bar, done: theme.accent, rest: theme.line, background: theme.placeholder,
        clip: clip)
    }
  }

  /// Draws a line whose completed part is both heavy and bright, so that it is readable without
  /// color.
  mutating func drawBar(
    _ fraction: Double, in rect: CellRect, done: Color, rest: Color, background: Color,
    clip: CellRect
  ) {
    let visible = rect.intersection(clip)
    let end = rect.origin.column + Int((Double(rect.size.columns) * fraction).rounded())
    for row in visible.rows {
      for column in visible.columns {
        self[column, row] =
          column < end
          ? Cell(glyph: "━", foreground: done, background: background)
          : Cell(glyph: "─", foreground: rest, background: background)
      }
    }
  }
}
