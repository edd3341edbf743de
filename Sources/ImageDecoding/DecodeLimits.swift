import Raster

/// The limits of a picture's claims, checked before any memory is taken for it.
public struct DecodeLimits: Hashable, Sendable {
  /// The most pixels that are decoded, width times height: 67,108,864 by default.
  ///
  /// A JPEG that is decoded at an eighth of its size has a sixty-fourth of its pixels. A
  /// decoder that needs a whole picture at once takes about four bytes for each.
  public var maxPixels: Int

  /// The longest width or height in pixels: 32,768 by default; larger values count as this.
  public var maxDimension: Int

  /// The default limits of an animation: 16,777,216 pixels.
  ///
  /// Assembling its frames takes up to nine bytes for each pixel as long as it plays.
  public static let animation = DecodeLimits(maxPixels: 16_777_216)

  /// Makes limits; without arguments, those of a still picture.
  public init(maxPixels: Int = 67_108_864, maxDimension: Int = 32_768) {
    self.maxPixels = maxPixels
    self.maxDimension = maxDimension
  }
}

extension DecodeLimits {
  /// These limits, clamped: nothing negative, and no side longer than the scaler can take.
  var enforced: DecodeLimits {
    let dimension = min(max(maxDimension, 0), AreaScaler.maxDimension)
    return DecodeLimits(
      maxPixels: min(max(maxPixels, 0), dimension * dimension), maxDimension: dimension)
  }

  /// Checks the size that a header claims, each side of which fits 32 bits, against the limits.
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
