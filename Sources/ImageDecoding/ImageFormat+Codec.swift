import CImageRows

extension ImageFormat {
  /// The C library that reads this format; nil where it was not built in, or is not needed.
  var codec: ImageRowsFormat? {
    let codec: ImageRowsFormat? =
      switch self {
      case .jpeg: .jpeg
      case .png: .png
      case .webp: .webp
      case .gif: .gif
      case .avif: .avif
      case .heic: .heic
      case .tiff: .tiff
      case .bmp, .portableMap: nil
      }
    return codec.flatMap { image_rows_is_built($0) ? $0 : nil }
  }

  /// The C library that puts this format's frames together; nil for formats without any.
  var animationCodec: ImageRowsFormat? {
    switch self {
    case .gif: .gifAnimation
    case .webp: .webpAnimation
    case .jpeg, .png, .bmp, .portableMap, .avif, .heic, .tiff: nil
    }
  }
}
