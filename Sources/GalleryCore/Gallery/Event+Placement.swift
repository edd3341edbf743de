import Raster

extension Event {
  /// Asks for an item to be placed by the date that its picture has told, if this is such an event.
  ///
  /// - Parameter isCurrent: whether a load is the latest of its item; a late picture may be of an older file.
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
