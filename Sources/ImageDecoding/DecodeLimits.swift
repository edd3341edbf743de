import Raster

/// The limits on a picture's size, checked before allocating memory for it.
public struct DecodeLimits: Hashable, Sendable {
  /// The most pixels to decode, width times height: 68 million by default.
  ///
  /// A JPEG decoded at an eighth of its size has a sixty-fourth of its pixels. Formats that need
  /// the whole picture in memory take about four bytes per pixel.
  public var maxPixels: Int

  /// The longest width or height in pixels: 32,768 by default, and at most.
  public var maxDimension: Int

  /// The default limits of an animation: 16,777,216 pixels.
  ///
  /// Composing its frames takes up to nine bytes per pixel while it plays.
  public static let animation = DecodeLimits(maxPixels: 16_777_216)

  /// Creates limits; by default, those of a still picture.
  public init(maxPixels: Int = 68_000_000, maxDimension: Int = 32_768) {
    self.maxPixels = maxPixels
    self.maxDimension = maxDimension
  }
}

extension DecodeLimits {
  /// These limits, clamped to nonnegative values and to the longest side of the scaler.
  var enforced: DecodeLimits {
    let dimension = min(max(maxDimension, 0), AreaScaler.maxDimension)
    return DecodeLimits(
      maxPixels: min(max(maxPixels, 0), dimension * dimension), maxDimension: dimension)
  }

  /// Checks a size from a header, with sides of 32 bits, against the limits.
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
