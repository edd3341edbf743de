import GalleryItems
import Prefetching
import Raster

/// The last row of the screen: the selected item at the left, the layout, the prefetch policy and the
/// presenter at the right.
struct StatusLine: Hashable, Sendable {
  /// The size of the screen, whose last row this is.
  private let screen: CellSize
  private let left: String
  private let leftColor: Color
  private let truncation: Truncation
  private let right: String

  func draw(into surface: inout Surface) {
    let row = screen.rows - 1
    surface.fill(
      CellRect(column: 0, row: row, columns: screen.columns, rows: 1),
      with: Cell(glyph: " ", background: Theme.bar))
    let rightColumns = DisplayText(right).columns
    let used = surface.write(
      left, at: CellPoint(column: 1, row: row), limit: screen.columns - 1, foreground: leftColor,
      background: Theme.bar, truncation: truncation)
    if used + rightColumns + 3 <= screen.columns {
      surface.write(
        right, at: CellPoint(column: screen.columns - rightColumns, row: row),
        foreground: Theme.faint, background: Theme.bar)
    }
  }
}

extension StatusLine {
  /// - Parameter presenter: the presenter's name.
  init(_ gallery: Gallery, presenter: String) {
    let finder = gallery.finder
    let isAsking = finder.prompt != nil || gallery.notice != nil
    screen = gallery.layout.screen
    left = finder.statusText ?? gallery.notice ?? Self.place(in: gallery)
    leftColor = isAsking ? Theme.accent : Theme.text
    // The end of a name is worth keeping; that of a sentence is not.
    truncation = finder.statusText == nil && gallery.notice == nil ? .middle : .end
    right =
      "\(gallery.layout.mode.rawValue) · prefetch \(gallery.policyName) · \(presenter) · ? keys "
  }

  /// The selected item's number and caption and, in the detail view, how it is shown.
  private static func place(in gallery: Gallery) -> String {
    if gallery.itemCount == 0 { return "nothing to show" }
    let place = "\(gallery.selection + 1)/\(gallery.itemCount)"
    let caption = gallery.board.item(gallery.selection).caption
    guard gallery.screen == .detail else { return "\(place) \(caption)" }
    let figures = ([""] + gallery.detail.figures(in: gallery.scene)).joined(separator: " · ")
    let room = gallery.layout.screen.columns - 3 - DisplayText(place + figures).columns
    return "\(place) \(DisplayText.shortened(caption, toColumns: room, .middle))\(figures)"
  }
}
