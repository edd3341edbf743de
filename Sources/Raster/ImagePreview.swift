/// A picture to show until a better one arrives, and the size of that one.
public struct ImagePreview: Hashable, Sendable {
  /// The pixels of the preview, without a rendering; they are stretched over `size`.
  public private(set) var image: PixelImage
  /// The size of the previewed picture, in pixels of that picture's shape.
  public let size: PixelSize
  /// False when a part is missing; the missing pixels are transparent.
  public let isWhole: Bool

  /// Creates a preview from a picture.
  ///
  /// - Parameters:
  ///   - image: the picture; its rendering, made for its own size, is dropped.
  ///   - size: the size of the previewed picture; nil, the default, for `image`'s own.
  ///   - isWhole: false when a part of the picture is missing; true by default.
  public init(_ image: PixelImage, of size: PixelSize? = nil, isWhole: Bool = true) {
    self.image = image
    self.image.rendering = nil
    self.size = size ?? image.size
    self.isWhole = isWhole
  }

  /// Whether this preview is better than the current one.
  ///
  /// A whole picture is better than a part, and more pixels are better than fewer. Among equals,
  /// the later preview is better.
  public func replaces(_ other: ImagePreview) -> Bool {
    if isWhole != other.isWhole { return isWhole }
    return image.size.area >= other.image.size.area
  }
}
