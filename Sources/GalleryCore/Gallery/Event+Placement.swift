import Raster

extension Event {
  /// The request to place an item by the date that its picture has told.
  ///
  /// - Parameter isCurrent: whether a load is the latest of its item; a late picture may be of an older file.
  /// - Returns: nil for other events.
  func placement(_ isCurrent: (TileKey) -> Bool) -> Effect? {
    let (key, info): (TileKey, PictureInfo?)
    switch self {
    case .pictureReady(let ready, let image, _): (key, info) = (ready, image.info)
    case .picturePreview(let shown, let preview): (key, info) = (shown, preview.image.info)
    default: return nil
    }
    guard let date = info?.takenAt, isCurrent(key) else { return nil }
    return .session(.place(key.item, takenAt: date))
  }
}
