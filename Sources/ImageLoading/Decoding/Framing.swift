/// What becomes of a picture that is fitted to a target: scaled, then cut.
struct Framing: Equatable {
  /// The whole picture's size once scaled; never larger than the picture.
  let scaled: PixelSize
  /// The size of what is left of it.
  let result: PixelSize

  /// Fits a picture, no side of which exceeds `AreaScaler.maxDimension`, to any target at all.
  init(_ picture: PixelSize, in target: PixelSize, contentMode: ContentMode) {
    // A side longer than the picture's own changes nothing but could overflow.
    let width = min(max(target.width, 1), picture.width)
    let height = min(max(target.height, 1), picture.height)
    let isWidthTighter = width * picture.height <= height * picture.width
    switch contentMode {
    case .fit where isWidthTighter, .fill where !isWidthTighter:
      scaled = PixelSize(
        width: width,
        height: Self.proportion(width, of: picture.height, over: picture.width))
    case .fit, .fill:
      scaled = PixelSize(
        width: Self.proportion(height, of: picture.width, over: picture.height),
        height: height)
    }
    switch contentMode {
    case .fit: result = scaled
    case .fill: result = PixelSize(width: width, height: height)
    }
  }

  /// The part of the decoded picture, which may still be larger than `scaled`, that is shown.
  func crop(of decoded: PixelSize) -> PixelRect {
    let width = Self.proportion(decoded.width, of: result.width, over: scaled.width)
    let height = Self.proportion(decoded.height, of: result.height, over: scaled.height)
    return PixelRect(
      x: (decoded.width - width) / 2, y: (decoded.height - height) / 2,
      size: PixelSize(width: width, height: height))
  }

  /// `length * part / whole`, rounded to nearest, at least 1.
  private static func proportion(_ length: Int, of part: Int, over whole: Int) -> Int {
    max(1, (2 * length * part + whole) / (2 * whole))
  }
}
