import GalleryItems
import Raster

/// The row above a table, with the titles of its columns and a mark at the one that orders the items.
struct TableHeader: Hashable, Sendable {
  private let table: TableColumns
  private let order: ItemOrder?
  /// The column of the screen where the table's text begins.
  private let start: Int

  /// - Returns: nil if the layout has no row for it.
  init?(of items: AnyItemSnapshot, in layout: GalleryLayout) {
    guard layout.hasTableHeader, let table = layout.table else { return nil }
    self.table = table
    order = items.order
    start = layout.textColumn
  }

  func draw(atRow row: Int, into surface: inout Surface, _ theme: Theme) {
    surface.fill(
      CellRect(column: 0, row: row, columns: surface.size.columns, rows: 1),
      with: Cell(glyph: " ", background: theme.bar))
    for column in table.columns {
      let isMarked = order?.fact.column == column.fact
      let title = isMarked ? markedTitle(of: column.fact) : column.fact.title
      surface.write(
        title, at: CellPoint(column: start + column.place(of: title), row: row),
        limit: column.width, foreground: isMarked ? theme.emphasis : theme.faint,
        background: theme.bar, style: isMarked ? .bold : .plain)
    }
  }

  /// A title such as `size ▼`; dates are those of the order.
  private func markedTitle(of fact: TableColumns.Fact) -> String {
    guard let order else { return fact.title }
    return "\(order.fact == .taken ? "taken" : fact.title) \(order.isReversed ? "▼" : "▲")"
  }
}

extension TableColumns.Column {
  /// The start of a text in the column, counted as the column's.
  func place(of text: String) -> Int {
    isNumber ? start + max(0, width - DisplayText(text).columns) : start
  }
}

extension TableColumns.Fact {
  var title: String { "\(self)" }
}

extension ItemOrder.Fact {
  /// The column that is sorted.
  fileprivate var column: TableColumns.Fact {
    switch self {
    case .name: .name
    case .size: .size
    case .date, .taken: .date
    }
  }
}
