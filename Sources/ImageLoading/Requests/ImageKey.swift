import ImageDecoding

/// Names a picture: requests with equal keys give the same one, whoever asks and however urgently.
public struct ImageKey: Hashable, Sendable {
  let address: PictureAddress
  let target: ImageTarget
  /// The identifiers of the processors, in the order in which they run.
  let processors: [String]
  let thumbnails: ThumbnailPolicy

  /// The same picture decoded whole, which is as good; nil where that is this one.
  var whole: ImageKey? {
    thumbnails == .never
      ? nil
      : ImageKey(address: address, target: target, processors: processors, thumbnails: .never)
  }
}
