/// What a picture may claim before it is refused, checked before any memory is taken for it.
public struct DecodeLimits: Hashable, Sendable {
  /// Width times height of what is decoded: 67,108,864 by default.
  ///
  /// A JPEG that is decoded at an eighth of its size has a sixty-fourth of its pixels. A
  /// decoder that needs a whole picture at once takes about four bytes for each.
  public var maxPixels: Int

  /// Width, and height, in pixels: 32,768 by default; more than that counts as that.
  public var maxDimension: Int

  /// Those of an animation by default: 16,777,216 pixels.
  ///
  /// Putting its frames together takes up to nine bytes for each as long as it plays.
  public static let animation = DecodeLimits(maxPixels: 16_777_216)

  public init(maxPixels: Int = 67_108_864, maxDimension: Int = 32_768) {
    self.maxPixels = maxPixels
    self.maxDimension = maxDimension
  }
}
