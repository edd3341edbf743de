import Prefetching
import Raster

extension Gallery {
  /// Moves selection and viewport; both stay inside the content.
  mutating func move(_ movement: Movement) {
    guard itemCount > 0, layout.isLargeEnough else { return }
    switch movement {
    case .lines(let lines): select(moved(selection, byLines: lines))
    case .items(let items): select(selection + items)
    case .pages(let pages): page(by: pages * viewport.length)
    case .halfPages(let halves): page(by: halves * max(1, viewport.length / 2))
    case .first: select(0)
    case .last: select(itemCount - 1)
    case .scroll(let rows): scroll(by: rows)
    case .select(let column, let row):
      let point = CellPoint(column: column, row: row)
      if let item = layout.item(at: point, offset: viewport.offset) { select(item) }
    }
  }

  /// Selects an item and shows the whole of its line.
  mutating func select(_ item: Int) {
    selection = min(max(0, item), itemCount - 1)
    viewport = viewport.revealing(selection, in: layout.lines)
  }

  /// The same place some lines further; the first and the last line are the ends.
  private func moved(_ item: Int, byLines lines: Int) -> Int {
    let layout = layout.lines
    let line = layout.line(of: item)
    let target = min(max(0, line + lines), max(0, layout.lineCount - 1))
    return min(item + (target - line) * layout.itemsPerLine, itemCount - 1)
  }

  /// Moves by as many whole lines as fit, so that a line cut by the edge is not passed over.
  private mutating func page(by rows: Int) {
    let length = layout.lines.lineLength
    let lines = max(1, abs(rows) / length) * rows.signum()
    viewport = Viewport(offset: viewport.offset + lines * length, length: viewport.length)
      .clamped(to: layout.lines)
    selection = moved(selection, byLines: lines)
    viewport = viewport.revealing(selection, in: layout.lines)
  }

  /// Moves the viewport by rows; the selection follows only as far as it must to stay visible.
  private mutating func scroll(by rows: Int) {
    viewport = Viewport(offset: viewport.offset + rows, length: viewport.length)
      .clamped(to: layout.lines)
    let visible = visibleItems
    guard !visible.isEmpty, !visible.contains(selection) else { return }
    let perLine = layout.lines.itemsPerLine
    let place = selection % perLine
    let line = layout.lines.line(of: rows > 0 ? visible.lowerBound : visible.upperBound - 1)
    selection = min(line * perLine + place, itemCount - 1)
  }
}
