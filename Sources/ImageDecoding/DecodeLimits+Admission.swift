import Raster

extension DecodeLimits {
  /// These limits without nonsense: nothing negative, and no side longer than the scaler can take.
  var enforced: DecodeLimits {
    let dimension = min(max(maxDimension, 0), AreaScaler.maxDimension)
    return DecodeLimits(
      maxPixels: min(max(maxPixels, 0), dimension * dimension), maxDimension: dimension)
  }

  /// Takes the size that a header claims, each side of which fits 32 bits, if it is inside.
  func admit(_ size: PixelSize, format: ImageFormat) throws(ImageDecodingError) {
    if size.width <= 0 || size.height <= 0 {
      throw .corrupt(format: format.rawValue, reason: "a side is zero pixels long")
    }
    let enforced = enforced
    if max(size.width, size.height) > enforced.maxDimension || size.area > enforced.maxPixels {
      throw .tooLarge(size, self)
    }
  }
}
