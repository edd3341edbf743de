/// The shape of a pixel of the target: its width over its height.
///
/// What shows a picture may have pixels that are not square: a terminal's quadrants are half as wide as
/// high, `PixelAspect(width: 1, height: 2)`. Equal ratios are equal: 2 to 4 is 1 to 2.
public struct PixelAspect: Hashable, Sendable {
  /// The longest side that is told from longer ones.
  private static let maxSide = 65_535

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

  /// The shape of the same pixel seen by somebody who lies on the side.
  var turned: PixelAspect { PixelAspect(width: height, height: width) }
}
