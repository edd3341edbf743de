import GalleryItems
import Prefetching
import Raster

/// The person's position: the layout, the viewport, and the selection.
struct Navigation: Hashable, Sendable {
  private(set) var layout: GalleryLayout
  private(set) var viewport: Viewport
  /// The selected item; 0 when there is none.
  private(set) var selection = 0
  /// The latest movement, if it was blocked by an end.
  var blocked: Movement?
  /// Whether the start stays visible while items are inserted there.
  var follows = false
  /// The preferred tile sizes of the two layouts; the screen may limit them.
  private let listTile: TileSize
  private let gridTile: TileSize
  /// The rows of a list's line, if the person has chosen them; the shape of its picture stays.
  private var listRows: Int?
  /// The columns of a grid picture, if the person has chosen them; its shape stays.
  private var gridColumns: Int?
  /// The column to return to after the short last line of a section.
  private var column: Int?

  /// - Parameter tile: the preferred tile size; its cells are those of `mode` alone.
  init(
    screen: CellSize, mode: GalleryLayout.Mode, overlay: OverlayLayout = OverlayLayout(),
    tile: TileSize = .standard, itemCount: Int, sections: any SnapshotSections = NoSections()
  ) {
    listTile = mode == .list ? tile : tile.elsewhere
    gridTile = mode == .grid ? tile : tile.elsewhere
    layout = GalleryLayout(
      mode: mode, screen: screen, overlay: overlay, tile: tile.cells(for: mode, on: screen),
      itemCount: itemCount, sections: LayoutSections.none.following(sections))
    viewport = Viewport(offset: 0, length: layout.viewportLength)
  }

  var itemCount: Int { layout.lines.itemCount }

  /// The items whose tile is at least partly on the screen.
  var visibleItems: Range<Int> {
    layout.isLargeEnough ? layout.lines.items(in: viewport.range) : 0..<0
  }

  /// The viewport after a jump to an item.
  func revealing(_ item: Int) -> Viewport { viewport.revealing(item, in: layout.lines) }

  /// The visible share of a tile, from 0 to 1.
  func visibleShare(of item: Int) -> Double {
    layout.visibleShare(of: item, offset: viewport.offset)
  }

  /// A tile's place on the screen; partly or completely outside it when scrolled away.
  func tileRect(of item: Int) -> CellRect {
    layout.tileRect(of: item, offset: viewport.offset)
  }

  /// The cell that the person looks at: the middle of the selected tile.
  var focus: CellPoint {
    guard itemCount > 0, layout.isLargeEnough else { return CellPoint(column: 0, row: 0) }
    let rect = tileRect(of: selection)
    let middle = rect.origin.row + rect.size.rows / 2
    return CellPoint(
      column: rect.origin.column + rect.size.columns / 2,
      row: min(max(layout.content.origin.row, middle), layout.content.rows.upperBound - 1))
  }

  /// The item under a cell of the screen.
  func item(at point: CellPoint) -> Int? {
    layout.item(at: point, offset: viewport.offset)
  }
}

// MARK: - Moving

extension Navigation {
  /// Moves the selection and the viewport; both stay inside the content.
  mutating func move(_ movement: Movement) {
    guard itemCount > 0, layout.isLargeEnough else { return }
    let former = (selection, viewport)
    defer { blocked = movement.direction != 0 && former == (selection, viewport) ? movement : nil }
    switch movement {
    case .lines(let lines): move(byLines: lines)
    case .items(let items): select(selection + items)
    case .pages(let pages): page(by: pages * viewport.length)
    case .halfPages(let halves): page(by: halves * max(1, viewport.length / 2))
    case .first: select(0)
    case .last: select(itemCount - 1)
    case .sections(let sections): move(bySections: sections)
    case .scroll(let rows): scroll(by: rows)
    case .select(let column, let row):
      if let item = item(at: CellPoint(column: column, row: row)) { select(item) }
    }
  }

  /// Selects an item and shows its whole line.
  mutating func select(_ item: Int) {
    column = nil
    selection = min(max(0, item), itemCount - 1)
    viewport = revealing(selection)
  }

  /// Selects the item in the same column some lines away, up to the first or last line.
  private mutating func move(byLines count: Int) {
    let lines = layout.lines
    let column = column ?? lines.column(of: selection)
    select(lines.item(inColumn: column, ofLine: lines.line(of: selection) + count))
    // Without sections the only short line is the last one.
    self.column = lines.sections.isEmpty ? nil : column
  }

  /// Moves by as many whole lines as fit, so that a partly visible line is not skipped.
  private mutating func page(by rows: Int) {
    let lines = layout.lines
    guard lines.sections.isEmpty else { return page(byLinesIn: abs(rows), isBack: rows < 0) }
    let count = max(1, abs(rows) / lines.lineLength) * rows.signum()
    viewport = Viewport(
      offset: viewport.offset + count * lines.lineLength, length: viewport.length
    ).clamped(to: lines)
    let line = lines.line(of: selection) + count
    select(lines.item(inColumn: lines.column(of: selection), ofLine: line))
  }

  /// Moves by as many whole lines as fit between headers, and puts one of them at the top.
  private mutating func page(byLinesIn rows: Int, isBack: Bool) {
    let lines = layout.lines
    let top = lines.wholeLines(in: viewport)?.lowerBound ?? lines.line(at: viewport.offset)
    let next: Int
    if isBack {
      let end = lines.offset(ofLine: top - 1) + lines.lineLength
      let whole = lines.wholeLines(in: Viewport(offset: end - rows, length: rows))
      next = max(0, min(top - 1, whole?.lowerBound ?? top - 1))
    } else {
      let whole = lines.wholeLines(in: Viewport(offset: viewport.offset, length: rows))
      next = max(top + 1, (whole?.upperBound ?? top) + 1)
    }
    let line = lines.line(of: selection) + next - top
    let column = lines.column(of: selection)
    viewport = Viewport(offset: lines.offset(ofLine: next), length: viewport.length)
      .clamped(to: lines)
    let whole = lines.wholeLines(in: viewport) ?? line...line
    select(
      lines.item(
        inColumn: column, ofLine: min(max(line, whole.lowerBound), whole.upperBound)))
  }

  /// Moves the viewport by rows; the selection moves only as far as needed to stay visible.
  private mutating func scroll(by rows: Int) {
    viewport = Viewport(offset: viewport.offset + rows, length: viewport.length)
      .clamped(to: layout.lines)
    let visible = visibleItems
    guard !visible.isEmpty, !visible.contains(selection) else { return }
    let lines = layout.lines
    let line = lines.line(of: rows > 0 ? visible.lowerBound : visible.upperBound - 1)
    selection = lines.item(inColumn: lines.column(of: selection), ofLine: line)
    column = nil
  }

  /// Selects the first item of a section, and scrolls to its beginning.
  ///
  /// Moving back first goes to the beginning of the current section.
  private mutating func move(bySections count: Int) {
    let sections = layout.lines.sections
    guard !sections.isEmpty else { return }
    let section = sections.section(of: selection)
    let isInside = selection > sections.start(of: section)
    let target = max(0, section + count + (count < 0 && isInside ? 1 : 0))
    guard target < sections.count else { return }
    select(sections.start(of: target))
    viewport.offset = layout.lines.offset(ofSection: target)
    viewport = viewport.clamped(to: layout.lines)
  }
}

// MARK: - Layout

extension Navigation {
  /// Lays the tiles out for a screen.
  mutating func resize(to screen: CellSize) { relayout(screen: screen) }

  /// Gives the overlay its rows.
  mutating func show(_ overlay: OverlayLayout) { relayout(overlay: overlay) }

  /// Lays out the next snapshot, keeping the selected item's row on the screen.
  ///
  /// - Parameter place: the place of the selected item, or of its replacement.
  mutating func apply(_ change: SnapshotChange, selectionTo place: Int) {
    let row = tileRect(of: selection).origin.row
    let staysAtStart = isAtStart && place == 0
    layout = GalleryLayout(
      mode: layout.mode, screen: layout.screen, overlay: layout.overlay,
      tile: wish(on: layout.screen, for: layout.mode), itemCount: change.itemCount,
      sections: layout.lines.sections.following(
        change.snapshot.sections, keeping: change.keptSections, moving: change.movedSections))
    column = nil
    blocked = nil
    selection = max(0, min(place, itemCount - 1))
    let start = layout.lines.offset(ofLine: layout.lines.line(of: selection))
    // The first section header moves everything down.
    let offset = staysAtStart ? 0 : start - row + layout.scrolled.origin.row
    viewport = Viewport(offset: offset, length: layout.viewportLength).clamped(to: layout.lines)
  }

  /// Switches between list and grid.
  mutating func toggleLayout() { relayout(mode: layout.mode == .list ? .grid : .list) }

  /// Makes the tiles of the current layout larger or smaller.
  ///
  /// A step of the grid is one column more or less. Nothing happens at the largest or smallest size.
  mutating func zoom(by steps: Int) {
    guard steps != 0 else { return }
    switch layout.mode {
    case .list: listRows = wishedRows(step: steps.signum()) ?? listRows
    case .grid: gridColumns = wishedColumns(step: steps.signum()) ?? gridColumns
    }
    relayout()
  }

  /// The next higher or lower lines of the list that fit the screen; nil for none.
  private func wishedRows(step: Int) -> Int? {
    let rows = wish(on: layout.screen, for: .list).rows
    guard step > 0 else { return Self.listSteps.last { $0 < rows } }
    return Self.listSteps.first { $0 > rows && $0 <= layout.viewportLength }
  }

  /// The rows of a line in the list: a table of two sizes, then pictures about a quarter higher each.
  private static let listSteps = [2, 4, 6, 8, 12, 15, 18, 22, 27, 33, 41, 51, 63, 79, 99]

  /// The nearest picture width that gives the grid another number of columns; nil for none.
  private func wishedColumns(step: Int) -> Int? {
    let shape = gridTile.cells(for: .grid, on: layout.screen)
    let end = step > 0 ? layout.screen.columns + 1 : 7
    return stride(from: gridColumns ?? shape.columns, to: end, by: step).first { columns in
      let tile = shape.scaled(toColumns: columns)
      let grid = GalleryLayout(mode: .grid, screen: layout.screen, tile: tile, itemCount: 0)
      return grid.lines.itemsPerLine != layout.lines.itemsPerLine
    }
  }

  private func wish(on screen: CellSize, for mode: GalleryLayout.Mode) -> CellSize {
    switch mode {
    case .list:
      let tile = listTile.cells(for: .list, on: screen)
      return listRows.map { tile.scaled(toRows: $0) } ?? tile
    case .grid:
      let tile = gridTile.cells(for: .grid, on: screen)
      return gridColumns.map { tile.scaled(toColumns: $0) } ?? tile
    }
  }

  /// Repeats the layout, keeping the selected item's place on the screen.
  ///
  /// The item moves only if needed to be completely visible.
  private mutating func relayout(
    screen: CellSize? = nil, mode: GalleryLayout.Mode? = nil, overlay: OverlayLayout? = nil
  ) {
    let mode = mode ?? layout.mode
    let screen = screen ?? layout.screen
    let former = layout
    let row = tileRect(of: selection).origin.row - layout.scrolled.origin.row
    layout = GalleryLayout(
      mode: mode, screen: screen, overlay: overlay ?? layout.overlay,
      tile: wish(on: screen, for: mode), itemCount: itemCount, sections: layout.lines.sections)
    if layout == former { return }
    column = nil
    let start = layout.lines.offset(ofLine: layout.lines.line(of: selection))
    viewport = Viewport(
      offset: start - row, length: layout.viewportLength
    ).clamped(to: layout.lines).revealing(selection, in: layout.lines)
  }
}

extension CellSize {
  /// The size with the same aspect, rounded to rows, and at least three rows.
  fileprivate func scaled(toColumns columns: Int) -> CellSize {
    CellSize(
      columns: columns, rows: max(3, (rows * columns + self.columns / 2) / max(1, self.columns)))
  }

  /// The size with the same aspect, rounded to columns.
  fileprivate func scaled(toRows rows: Int) -> CellSize {
    CellSize(
      columns: max(1, (columns * rows + self.rows / 2) / max(1, self.rows)), rows: rows)
  }
}
