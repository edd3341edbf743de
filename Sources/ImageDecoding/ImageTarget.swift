import Raster

/// Where a picture is shown: how large, in pixels of which shape, and how it is fitted.
///
/// The picture keeps its shape on the screen, and neither side of the result is ever longer than the
/// picture's own. So with square pixels nothing is enlarged; with others, the result is at most the
/// largest size that has the right shape and no side longer than the picture's.
public struct ImageTarget: Hashable, Sendable {
  /// In pixels; a side under 1 counts as 1.
  public var size: PixelSize
  /// How the picture is fitted: `.fit` by default.
  public var contentMode: ContentMode
  /// The shape of one of the pixels: square by default.
  public var pixelAspect: PixelAspect

  public init(
    size: PixelSize, contentMode: ContentMode = .fit, pixelAspect: PixelAspect = .square
  ) {
    self.size = size
    self.contentMode = contentMode
    self.pixelAspect = pixelAspect
  }

  /// The target as a picture sees it that is turned by `orientation` before it is shown.
  func oriented(by orientation: ExifOrientation) -> ImageTarget {
    ImageTarget(
      size: size.oriented(by: orientation), contentMode: contentMode,
      pixelAspect: orientation.swapsAxes ? pixelAspect.turned : pixelAspect)
  }
}
