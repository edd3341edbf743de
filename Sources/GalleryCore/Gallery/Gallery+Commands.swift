import Prefetching
import Raster

extension Gallery {
  /// Does what the person meant.
  mutating func perform(_ command: Command) {
    switch command {
    case .leave: effects.append(.leave(status: 0))
    case .interrupt: effects.append(.leave(status: 130))
    case .suspend: effects.append(.suspend)
    case .repaint: effects.append(.repaint)
    case .switchPresenter: effects.append(.switchPresenter)
    case .cycleOverlay: overlay = overlay.next
    case .toggleHelp: toggleHelp()
    case .back: back()
    case .openDetail: openDetail()
    case .open(let column, let row): open(at: CellPoint(column: column, row: row))
    case .toggleMagnification: if screen == .detail { toggleMagnification() }
    case .toggleInfo: toggleInfo()
    case .cycleSymbols: cycleSymbols()
    case .toggleLayout: relayout(mode: layout.mode == .list ? .grid : .list)
    case .zoom(let steps) where screen == .detail: magnify(by: steps)
    case .zoom(let steps): zoom(by: steps)
    case .togglePrefetching: togglePrefetching()
    case .cyclePolicy: cyclePolicy()
    case .reloadFailed: reloadFailed()
    case .reloadSelected: reloadSelected()
    case .promptJump: prompt = Prompt(kind: .jump)
    case .promptSearch: prompt = Prompt(kind: .search)
    case .findNext: find(.forward)
    case .findPrevious: find(.backward)
    case .move(let movement) where screen == .detail: moveInDetail(movement)
    case .move(let movement): move(movement)
    }
  }

  private mutating func toggleHelp() {
    guard screen == .help else {
      screen = .help
      return
    }
    screen = detail == nil ? .tiles : .detail
  }

  private mutating func back() {
    search = nil
    if isCounting { hits = nil }
    leaveDetail()
  }

  private mutating func open(at point: CellPoint) {
    switch screen {
    case .help: break
    case .detail: leaveDetail()
    case .tiles:
      guard let item = layout.item(at: point, offset: viewport.offset) else { return }
      select(item)
      openDetail()
    }
  }

  /// In the detail view; from the tiles it leads there.
  private mutating func toggleInfo() {
    showsInfo = screen == .tiles || !showsInfo
    if screen == .tiles { openDetail() }
  }

  private mutating func zoom(by steps: Int) {
    let now = wishedTiles[layout.mode] ?? GalleryLayout.defaultTile(for: layout.mode)
    let next = now.zoomed(by: steps)
    guard next != now else { return }
    wishedTiles[layout.mode] = next
    relayout()
  }
}

extension CellSize {
  /// Tile sizes from 8x4 up, by an eighth a step, aspect kept within a cell.
  fileprivate func zoomed(by steps: Int) -> CellSize {
    var size = self
    for _ in 0..<abs(steps) {
      let columns = steps > 0 ? size.columns + max(2, size.columns / 8) : size.columns * 8 / 9
      guard (8...400).contains(columns) else { break }
      let rows = (size.rows * columns + size.columns / 2) / size.columns
      size = CellSize(columns: columns, rows: max(3, rows))
    }
    return size
  }
}
