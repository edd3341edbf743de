/// A picture to be shown until there is a better one, and how large that will be.
public struct ImagePreview: Hashable, Sendable {
  /// Plain pixels, as many as there are: they are stretched over `size`.
  public private(set) var image: PixelImage
  /// The size of the picture that it stands in for, in pixels of the same shape as that one's.
  public let size: PixelSize
  /// False when a part of it is missing, which is transparent.
  public let isWhole: Bool

  /// Lets a picture stand in for another one.
  ///
  /// - Parameters:
  ///   - image: what a processor has made of it for its own size is left out.
  ///   - size: nil for the picture's own.
  public init(_ image: PixelImage, of size: PixelSize? = nil, isWhole: Bool = true) {
    self.image = image
    self.image.rendering = nil
    self.size = size ?? image.size
    self.isWhole = isWhole
  }

  /// Whether it is to be shown where the other one is: the whole rather than a part, more pixels
  /// rather than fewer, and of equals the later.
  public func replaces(_ other: ImagePreview) -> Bool {
    if isWhole != other.isWhole { return isWhole }
    return image.size.area >= other.image.size.area
  }
}
