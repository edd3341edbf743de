import Raster

/// The rows of the help screen at one width: groups of keys, in two columns if they fit.
///
/// A single group, such as a list of frames, has the whole width.
struct HelpPage {
  private enum Row {
    case title(String)
    /// A line of the table, or the continuation of a long one.
    case keys(String, does: String)
    case blank
  }

  private static let fewestColumns = 50
  private static let mostColumns = 64
  private static let gap = 4
  private static let margin = 2
  private let columns: [[Row]]
  private let columnWidth: Int
  /// The column of the texts, after the keys; on a narrow screen, texts are under the keys.
  private let textColumn: Int
  private let query: HelpQuery

  /// Lays out the lines that match a query.
  init(of groups: [KeyBindings.Group], matching query: HelpQuery, width: Int) {
    self.query = query
    // As wide as the widest keys, and two blanks.
    let keyColumns =
      2 + (groups.flatMap(\.lines).map { DisplayText($0.keys).columns }.max() ?? 0)
    let room = width - 2 * Self.margin
    let isWide = groups.count > 1 && room >= 2 * Self.fewestColumns + Self.gap
    let mostColumns = groups.count > 1 ? Self.mostColumns : room
    columnWidth = min(mostColumns, isWide ? (room - Self.gap) / 2 : room)
    let isNarrow = columnWidth < 2 * keyColumns
    let textColumn = isNarrow ? Self.margin : keyColumns
    let textColumns = max(1, columnWidth - textColumn)
    let blocks = query.matches(in: groups).map {
      Self.rows(of: $0, textColumns: textColumns, areStacked: isNarrow)
    }
    self.textColumn = textColumn
    columns = isWide ? Self.balanced(blocks) : [Self.stacked(blocks[...])]
  }

  /// The rows of the longest column.
  var height: Int { columns.map(\.count).max() ?? 0 }

  // MARK: - Layout

  private static func rows(
    of group: KeyBindings.Group, textColumns: Int, areStacked: Bool
  ) -> [Row] {
    let lines = group.lines.flatMap { line in
      var texts = wrapped(line.does, columns: textColumns)
      let first = areStacked ? "" : texts.removeFirst()
      return [Row.keys(line.keys, does: first)] + texts.map { Row.keys("", does: $0) }
    }
    return [.title(group.title)] + lines
  }

  private static func stacked(_ blocks: ArraySlice<[Row]>) -> [Row] {
    Array(blocks.joined(separator: [.blank]))
  }

  /// The groups in two columns of similar height.
  private static func balanced(_ blocks: [[Row]]) -> [[Row]] {
    let cuts = blocks.indices.map { [stacked(blocks[...$0]), stacked(blocks[($0 + 1)...])] }
    return cuts.min { ($0.map(\.count).max() ?? 0) < ($1.map(\.count).max() ?? 0) } ?? [[]]
  }

  // MARK: - Drawing

  /// Draws the rows from `top` into the middle of a blank rectangle.
  func draw(from top: Int, into surface: inout Surface, in rect: CellRect, _ theme: Theme) {
    let width = columns.count * (columnWidth + Self.gap) - Self.gap
    let left = rect.origin.column + max(Self.margin, (rect.size.columns - width) / 2)
    let above = min(2, max(0, rect.size.rows - height) / 2)
    for (index, rows) in columns.enumerated() {
      let column = left + index * (columnWidth + Self.gap)
      for (row, content) in rows.dropFirst(top).prefix(rect.size.rows).enumerated() {
        let point = CellPoint(column: column, row: rect.origin.row + above + row)
        draw(content, at: point, into: &surface, clip: rect, theme)
      }
    }
    if columns.allSatisfy(\.isEmpty) {
      surface.write(
        "nothing matches “\(query.text)”",
        at: CellPoint(column: left, row: rect.origin.row + above), foreground: theme.faint,
        clip: rect)
    }
    drawBar(from: top, into: &surface, in: rect, theme)
  }

  private func draw(
    _ row: Row, at point: CellPoint, into surface: inout Surface, clip: CellRect, _ theme: Theme
  ) {
    switch row {
    case .blank: break
    case .title(let title):
      let used = surface.write(
        title, at: point, limit: columnWidth, foreground: theme.title, style: .bold, clip: clip)
      let rule = CellRect(
        column: point.column + used + 1, row: point.row, columns: columnWidth - used - 1, rows: 1)
      surface.fill(rule.intersection(clip), with: Cell(glyph: "─", foreground: theme.line))
      mark(title, at: point, into: &surface, clip: clip, theme)
    case .keys(let keys, let does):
      surface.write(
        keys, at: point, limit: columnWidth, foreground: theme.emphasis, style: .bold, clip: clip)
      mark(keys, at: point, into: &surface, clip: clip, theme)
      let start = CellPoint(column: point.column + textColumn, row: point.row)
      surface.write(does, at: start, limit: columnWidth - textColumn, clip: clip)
      mark(does, at: start, into: &surface, clip: clip, theme)
    }
  }

  /// Highlights the query's matches in a text of narrow characters.
  private func mark(
    _ text: String, at point: CellPoint, into surface: inout Surface, clip: CellRect, _ theme: Theme
  ) {
    for place in query.places(in: text) {
      let rect = CellRect(
        column: point.column + place.lowerBound, row: point.row, columns: place.count, rows: 1)
      let visible = rect.intersection(clip)
      for row in visible.rows {
        for column in visible.columns {
          surface[column, row].foreground = theme.accentText
          surface[column, row].background = theme.accent
          surface[column, row].style = .plain
        }
      }
    }
  }

  /// Draws a scroll bar at the right edge if not all rows fit.
  private func drawBar(
    from top: Int, into surface: inout Surface, in rect: CellRect, _ theme: Theme
  ) {
    let room = rect.size.rows
    guard height > room, room > 0 else { return }
    let column = rect.columns.upperBound - 1
    let track = CellRect(column: column, row: rect.origin.row, columns: 1, rows: room)
    surface.fill(track, with: Cell(glyph: "│", foreground: theme.line))
    let length = max(1, room * room / height)
    let place = (room - length) * top / (height - room)
    let thumb = CellRect(
      column: column, row: rect.origin.row + place, columns: 1, rows: length)
    surface.fill(thumb, with: Cell(glyph: "┃", foreground: theme.emphasis))
  }
}
