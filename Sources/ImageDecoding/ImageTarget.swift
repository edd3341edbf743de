import Raster

/// The place where a picture is displayed: its size, the shape of its pixels, and the content mode.
///
/// The picture keeps its displayed shape, and no side of the result is ever longer than the
/// picture's own. So with square pixels nothing is enlarged. With other pixels, the result is at
/// most the largest size of the right shape with no side longer than the picture's.
public struct ImageTarget: Hashable, Sendable {
  /// The size in pixels; sides below 1 count as 1.
  public var size: PixelSize
  /// The way the picture is fitted; `.fit` by default.
  public var contentMode: ContentMode
  /// The shape of a pixel; square by default.
  public var pixelAspect: PixelAspect
  /// The orientation in which the upright picture is displayed; upright by default.
  package var turn = Orientation.upright

  /// Creates a target, with `.fit` by default.
  public init(
    size: PixelSize, contentMode: ContentMode = .fit, pixelAspect: PixelAspect = .square
  ) {
    self.size = size
    self.contentMode = contentMode
    self.pixelAspect = pixelAspect
  }

  /// The turn of a stored picture to the displayed one, beginning with its own orientation.
  func turn(from stored: Orientation) -> Orientation { stored.then(turn) }

  /// The target for a stored picture before it is turned.
  func stored(in orientation: Orientation) -> ImageTarget {
    let turn = turn(from: orientation)
    return ImageTarget(
      size: size.oriented(by: turn), contentMode: contentMode,
      pixelAspect: turn.swapsAxes ? pixelAspect.turned : pixelAspect)
  }

  /// The target for the upright picture before it is turned.
  package var upright: ImageTarget { stored(in: .upright) }
}

/// The way a picture is fitted to its target.
public enum ContentMode: Hashable, Sendable {
  /// The whole picture is inside the target, and keeps its aspect ratio.
  case fit
  /// The picture covers the target; the excess is cut off equally on both sides.
  case fill
}

/// The shape of a target's pixel: its width over its height.
///
/// A display may have pixels that are not square: a terminal's quadrants are half as wide as high,
/// `PixelAspect(width: 1, height: 2)`. Equal ratios are equal: 2 to 4 is 1 to 2.
public struct PixelAspect: Hashable, Sendable {
  /// The longest side; longer ones are clamped.
  private static let maxSide = 65_535

  /// Square pixels.
  public static let square = PixelAspect(width: 1, height: 1)

  /// The width, with the ratio in lowest terms.
  public let width: Int
  /// The height, with the ratio in lowest terms.
  public let height: Int

  /// Creates the shape of a pixel `width` wide and `height` high, in any unit.
  ///
  /// Sides are clamped to 1 to 65,535.
  public init(width: Int, height: Int) {
    let width = min(max(width, 1), Self.maxSide)
    let height = min(max(height, 1), Self.maxSide)
    var (divisor, rest) = (width, height)
    while rest != 0 { (divisor, rest) = (rest, divisor % rest) }
    self.width = width / divisor
    self.height = height / divisor
  }

  /// The shape after a quarter turn.
  var turned: PixelAspect { PixelAspect(width: height, height: width) }
}

extension ImageTarget {
  /// The target in which a smaller copy of a picture looks like the picture in this one.
  ///
  /// Neither is enlarged: if the copy has fewer pixels than requested, the result has its pixels in
  /// the same shape, to be stretched.
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
