import Raster

extension Event {
  /// Requests that an item be sorted by the date in its picture, if the event brings one.
  ///
  /// - Parameter isCurrent: whether a load is its item's latest; a late picture may be of an older file.
  func askForPlacement(into effects: inout [Effect], _ isCurrent: (TileKey) -> Bool) {
    let (key, info): (TileKey, PictureInfo?)
    switch self {
    case .pictureReady(let ready, let image, _): (key, info) = (ready, image.info)
    case .picturePreview(let shown, let preview): (key, info) = (shown, preview.image.info)
    default: return
    }
    guard let date = info?.takenAt, isCurrent(key) else { return }
    effects.append(.session(.place(key.item, takenAt: date)))
  }
}
