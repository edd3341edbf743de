import Prefetching
import Raster

extension Gallery {
  /// The part of the screen that the detail view's picture may fill.
  var detailRect: CellRect { layout.content }

  mutating func openDetail() {
    guard itemCount > 0, layout.isLargeEnough else { return }
    screen = .detail
    reopenDetail()
  }

  /// Asks for the selected item's picture at the size of the screen, if the detail view is open
  /// and shows anything else.
  mutating func reopenDetail(force: Bool = false) {
    guard screen == .detail else { return }
    let key = key(for: selection, covering: detailRect.size)
    if !force, let detail, detail.key.item == key.item, detail.key.size == key.size,
      detail.key.rendition == key.rendition
    {
      return
    }
    closeDetail()
    if let url = address(of: key) {
      detail = Tile(key: key)
      effects.append(.load(TileRequest(key: key, url: url)))
    } else {
      detail = Tile(key: key, state: .failed("its address is not a URL"))
    }
  }

  mutating func closeDetail() {
    if let detail, detail.isUnderWay { effects.append(.cancel(detail.key)) }
    detail = nil
  }
}
