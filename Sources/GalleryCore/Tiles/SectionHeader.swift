import GalleryItems
import Prefetching
import Raster

/// The row above a section's pictures, with its title and count.
struct SectionHeader: Hashable, Sendable {
  /// The title; a number if there is none.
  let title: String
  let itemCount: Int

  /// - Parameter neighbors: the titles before and after this one; a common beginning is cut first if room is short.
  func draw(
    atRow row: Int, columns: Int, besides neighbors: @autoclosure () -> [String],
    into surface: inout Surface, _ theme: Theme
  ) {
    surface.fill(
      CellRect(column: 0, row: row, columns: columns, rows: 1),
      with: Cell(glyph: " ", background: theme.bar))
    let count = itemCount == 1 ? " · 1 picture" : " · \(itemCount) pictures"
    let room = columns - 2 - DisplayText(count).columns
    let title = TileCaption.shortened(title, besides: neighbors(), toColumns: room)
    let used = surface.write(
      title, at: CellPoint(column: 1, row: row), limit: room, foreground: theme.emphasis,
      background: theme.bar, style: .bold, truncation: .middle)
    surface.write(
      count, at: CellPoint(column: 1 + used, row: row), foreground: theme.faint,
      background: theme.bar)
  }
}

/// The headers of the visible sections.
struct SectionHeaders {
  private let sections: any SnapshotSections
  private let layout: GalleryLayout
  private let offset: Int
  private let theme: Theme

  init(of items: AnyItemSnapshot, in layout: GalleryLayout, offset: Int, _ theme: Theme) {
    sections = items.sections
    self.layout = layout
    self.offset = offset
    self.theme = theme
  }

  /// Draws all headers.
  func draw(into surface: inout Surface) {
    drawBetween(into: &surface, clip: layout.scrolled)
    drawFirst(into: &surface)
  }

  /// Draws the headers between sections.
  ///
  /// - Parameter clip: whole rows of the scrolled area; other cells stay.
  /// - Complexity: O(sections on the screen).
  func drawBetween(into surface: inout Surface, clip: CellRect) {
    let lines = layout.lines
    if lines.sections.isEmpty { return }
    for section in lines.section(at: offset) + 1..<lines.sections.count {
      let start = lines.offset(ofSection: section) - lines.sections.headerLength
      let row = layout.scrolled.origin.row + start - offset
      if row >= clip.rows.upperBound { return }
      if clip.rows.contains(row) { draw(section, atRow: row, into: &surface) }
    }
  }

  /// Draws the header that stays at the top while its section scrolls.
  func drawFirst(into surface: inout Surface) {
    if layout.lines.sections.isEmpty { return }
    draw(layout.lines.section(at: offset), atRow: layout.sectionHeaderRow, into: &surface)
  }

  private func draw(_ section: Int, atRow row: Int, into surface: inout Surface) {
    let (marks, itemCount) = (layout.lines.sections, layout.lines.itemCount)
    let end = section + 1 < marks.count ? marks.start(of: section + 1) : itemCount
    SectionHeader(title: title(of: section), itemCount: end - marks.start(of: section)).draw(
      atRow: row, columns: layout.screen.columns,
      besides: [section - 1, section + 1].filter { (0..<marks.count).contains($0) }.map(title),
      into: &surface, theme)
  }

  private func title(of section: Int) -> String {
    sections.title(of: section) ?? "group \(section + 1)"
  }
}
