import Raster

/// The place where a picture is shown: its size, the shape of its pixels, and the way of fitting.
///
/// The picture keeps its shape on the screen, and neither side of the result is ever longer than
/// the picture's own. So with square pixels nothing is enlarged. With other pixels, the result is
/// at most the largest size of the right shape with no side longer than the picture's.
public struct ImageTarget: Hashable, Sendable {
  /// The size in pixels; a side under 1 counts as 1.
  public var size: PixelSize
  /// How the picture is fitted: `.fit` by default.
  public var contentMode: ContentMode
  /// The shape of one of the pixels: square by default.
  public var pixelAspect: PixelAspect

  /// Makes a target; the picture fits into it by default.
  public init(
    size: PixelSize, contentMode: ContentMode = .fit, pixelAspect: PixelAspect = .square
  ) {
    self.size = size
    self.contentMode = contentMode
    self.pixelAspect = pixelAspect
  }

  /// The target for a stored picture that is turned by `orientation` before it is shown.
  func oriented(by orientation: ExifOrientation) -> ImageTarget {
    ImageTarget(
      size: size.oriented(by: orientation), contentMode: contentMode,
      pixelAspect: orientation.swapsAxes ? pixelAspect.turned : pixelAspect)
  }
}

/// How a picture is fitted to its target.
public enum ContentMode: Hashable, Sendable {
  /// The whole picture is inside the target, and keeps its aspect ratio.
  case fit
  /// The picture covers the target; the excess is cut off equally on both sides.
  case fill
}

/// The shape of a pixel of the target: its width over its height.
///
/// A display may have pixels that are not square: a terminal's quadrants are half as wide as high,
/// `PixelAspect(width: 1, height: 2)`. Equal ratios are equal: 2 to 4 is 1 to 2.
public struct PixelAspect: Hashable, Sendable {
  /// The longest side; longer ones count as this.
  private static let maxSide = 65_535

  /// Pixels as wide as they are high.
  public static let square = PixelAspect(width: 1, height: 1)

  /// The width, in the smallest whole numbers that give the ratio.
  public let width: Int
  /// The height, in the smallest whole numbers that give the ratio.
  public let height: Int

  /// The shape of a pixel that is `width` by `height` of anything.
  ///
  /// A side under 1 counts as 1, and one over 65,535 as that.
  public init(width: Int, height: Int) {
    let width = min(max(width, 1), Self.maxSide)
    let height = min(max(height, 1), Self.maxSide)
    var (divisor, rest) = (width, height)
    while rest != 0 { (divisor, rest) = (rest, divisor % rest) }
    self.width = width / divisor
    self.height = height / divisor
  }

  /// The shape of the same pixel turned by a quarter.
  var turned: PixelAspect { PixelAspect(width: height, height: width) }
}

extension ImageTarget {
  /// The target in which a smaller copy of a picture looks like the picture in this one.
  ///
  /// Neither is enlarged: if the copy has fewer pixels than requested, the result has them in the
  /// same shape, to be stretched.
  func shrunk(to copy: PixelSize, for picture: PixelSize) -> ImageTarget {
    let framing = Framing(picture, in: self)
    let scale = min(
      1, Double(copy.width) / Double(framing.scaled.width),
      Double(copy.height) / Double(framing.scaled.height))
    func shrink(_ length: Int) -> Int { max(1, Int((Double(length) * scale).rounded())) }
    var target = self
    target.size = PixelSize(
      width: shrink(framing.result.width), height: shrink(framing.result.height))
    return target
  }
}
