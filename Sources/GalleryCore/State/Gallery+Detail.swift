import Prefetching
import Raster

extension Gallery {
  /// The part of the screen that the detail view's picture may fill.
  var detailRect: CellRect { layout.content }

  var detailSize: PixelSize {
    PixelSize(width: max(1, detailRect.size.columns), height: max(1, detailRect.size.rows * 2))
  }

  mutating func openDetail() {
    guard itemCount > 0, layout.isLargeEnough else { return }
    screen = .detail
    reopenDetail()
  }

  /// Asks for the selected item's picture at the size of the screen, if the detail view is open
  /// and shows anything else.
  mutating func reopenDetail(force: Bool = false) {
    guard screen == .detail else { return }
    let key = TileKey(item: selection, size: detailSize, attempt: attempt)
    if !force, let detail, detail.key.item == key.item, detail.key.size == key.size { return }
    closeDetail()
    if let url = item(selection).url(for: key.size) {
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
