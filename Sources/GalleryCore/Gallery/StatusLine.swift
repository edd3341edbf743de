import GalleryItems
import Prefetching
import Raster

/// The last row: the selected item at the left, how the program runs at the right.
struct StatusLine: Hashable, Sendable {
  /// Where it is: the last row of a screen of this size.
  fileprivate let screen: CellSize
  fileprivate let left: String
  fileprivate let leftColor: Color
  fileprivate let truncation: Truncation
  fileprivate let right: String

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

extension Gallery {
  func statusLine(presenter: String) -> StatusLine {
    StatusLine(
      screen: layout.screen, left: statusText,
      leftColor: prompt == nil && notice == nil ? Theme.text : Theme.accent,
      truncation: namesPicture ? .middle : .end,
      right: "\(layout.mode.rawValue) · prefetch \(policyName) · \(presenter) · ? keys ")
  }

  /// The end of a name is worth keeping, that of a sentence is not.
  private var namesPicture: Bool { prompt == nil && search == nil && notice == nil }

  private var statusText: String {
    if let prompt { return prompt.label + "▏" }
    if let search {
      let done = (itemCount - search.remaining) * 100 / max(1, itemCount)
      return "searching “\(search.query)” \(done) %, Esc stops"
    }
    if let notice { return notice }
    if itemCount == 0 { return "nothing to show" }
    let place = "\(selection + 1)/\(itemCount)"
    let caption = item(selection).caption
    guard screen == .detail else { return "\(place) \(caption)" }
    let figures = ([""] + detailFigures).joined(separator: " · ")
    let room = layout.screen.columns - 3 - DisplayText(place + figures).columns
    return "\(place) \(DisplayText.shortened(caption, toColumns: room, .middle))\(figures)"
  }

  /// Scale, size and frames of the picture in the detail view, as far as they are known.
  private var detailFigures: [String] {
    guard let geometry else { return [] }
    let percentage = "\(max(1, Int(((scale ?? geometry.fitScale) * 100).rounded()))) %"
    let frames = detail?.animating == nil ? nil : detail?.info?.frameCount
    return [
      scale == nil ? "whole, \(percentage)" : percentage, "\(geometry.own)",
      frames.map { "\($0) frames" }, detail?.base.flaw,
    ].compactMap(\.self)
  }
}
