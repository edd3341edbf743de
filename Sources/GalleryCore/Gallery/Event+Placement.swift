import Raster

extension Event {
  /// The request to place an item by the date that its picture has told; nil for other events.
  var placement: Effect? {
    switch self {
    case .pictureReady(let key, let image, _): Self.placement(of: key, image.info)
    case .picturePreview(let key, let preview): Self.placement(of: key, preview.image.info)
    default: nil
    }
  }

  private static func placement(of key: TileKey, _ info: PictureInfo?) -> Effect? {
    info?.takenAt.map { .session(.place(key.item, takenAt: $0)) }
  }
}
