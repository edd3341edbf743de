extension Surface {
  /// Writes one line of text to the right of a point, and returns the columns used.
  ///
  /// Text that would reach `limit` is cut with an ellipsis. Characters that could harm a terminal
  /// or be drawn unpredictably are replaced or dropped (see `DisplayText`).
  ///
  /// - Parameters:
  ///   - truncation: the place of the ellipsis; the end by default.
  ///   - clip: cells outside it stay.
  @discardableResult
  package mutating func write(
    _ text: String, at point: CellPoint, limit: Int = .max, foreground: Color = .terminalDefault,
    background: Color = .terminalDefault, style: Style = .plain,
    truncation: Truncation = .end, clip: CellRect? = nil
  ) -> Int {
    write(
      DisplayText(text), at: point, limit: limit, foreground: foreground, background: background,
      style: style, truncation: truncation, clip: clip)
  }

  /// Writes a text that was made safe before, such as to measure it.
  @discardableResult
  package mutating func write(
    _ text: DisplayText, at point: CellPoint, limit: Int = .max,
    foreground: Color = .terminalDefault, background: Color = .terminalDefault,
    style: Style = .plain, truncation: Truncation = .end, clip: CellRect? = nil
  ) -> Int {
    let clip = (clip ?? bounds).intersection(bounds)
    let room = min(limit, size.columns - point.column)
    guard room > 0 else { return 0 }
    var column = point.column
    for glyph in text.glyphs(fitting: room, truncation) {
      let cell = Cell(
        glyph: glyph.scalar, foreground: foreground, background: background, style: style)
      put(cell, width: glyph.width, at: CellPoint(column: column, row: point.row), clip: clip)
      column += glyph.width
    }
    return column - point.column
  }

  /// Puts one glyph; a wide one that is cut by an edge becomes a space.
  private mutating func put(_ cell: Cell, width: Int, at point: CellPoint, clip: CellRect) {
    guard clip.contains(point) else { return }
    guard width == 2 else {
      self[point.column, point.row] = cell
      return
    }
    guard clip.columns.contains(point.column + 1) else {
      self[point.column, point.row] = Cell(
        glyph: " ", foreground: cell.foreground, background: cell.background, style: cell.style)
      return
    }
    self[point.column, point.row] = cell
    var rest = cell
    rest.glyph = 0
    self[point.column + 1, point.row] = rest
  }

  /// The glyphs of each row as text, without trailing spaces.
  package var textLines: [String] {
    (0..<size.rows).map { row in
      // Removing spaces from the end of a string would copy it for each.
      let last = (0..<size.columns).last { column in
        !self[column, row].isContinuation && self[column, row].scalar != " "
      }
      var line = String.UnicodeScalarView()
      for column in 0..<(last.map { $0 + 1 } ?? 0) where !self[column, row].isContinuation {
        line.append(self[column, row].scalar)
      }
      return String(line)
    }
  }
}
