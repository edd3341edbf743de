import Raster

/// The scaling and cropping that fit a picture to a target.
package struct Framing: Equatable {
  /// The whole picture's scaled size; never larger than the picture.
  let scaled: PixelSize
  /// The size after cropping.
  package let result: PixelSize

  /// Fits a picture with sides up to `AreaScaler.maxDimension` to any target.
  package init(_ picture: PixelSize, in target: ImageTarget) {
    let shape = Shape(picture, of: target.pixelAspect)
    // Longer sides than the picture's make no difference, but could overflow.
    let room = target.size.clamped(to: picture)
    switch target.contentMode {
    case .fit:
      scaled = shape.largest(in: room)
      result = scaled
    case .fill:
      result = room.clamped(to: shape.largest(in: picture))
      scaled = shape.smallest(around: result).clamped(to: picture)
    }
  }

  /// The visible part of the decoded picture, which may be larger than `scaled`.
  func crop(of decoded: PixelSize) -> PixelRect {
    let width = proportion(decoded.width, of: result.width, over: scaled.width)
    let height = proportion(decoded.height, of: result.height, over: scaled.height)
    return PixelRect(
      x: (decoded.width - width) / 2, y: (decoded.height - height) / 2,
      size: PixelSize(width: width, height: height))
  }
}

/// The displayed aspect ratio of a picture in the target's pixels.
private struct Shape {
  let width: Int
  let height: Int

  init(_ picture: PixelSize, of aspect: PixelAspect) {
    width = picture.width * aspect.height
    height = picture.height * aspect.width
  }

  func largest(in bounds: PixelSize) -> PixelSize {
    isWidthTighter(in: bounds) ? size(width: bounds.width) : size(height: bounds.height)
  }

  func smallest(around bounds: PixelSize) -> PixelSize {
    isWidthTighter(in: bounds) ? size(height: bounds.height) : size(width: bounds.width)
  }

  /// Whether the width limits the result; sides of `bounds` are at most 2^15, terms of the shape at
  /// most 2^31.
  private func isWidthTighter(in bounds: PixelSize) -> Bool {
    bounds.width * height <= bounds.height * width
  }

  private func size(width bound: Int) -> PixelSize {
    PixelSize(width: bound, height: proportion(bound, of: height, over: width))
  }

  private func size(height bound: Int) -> PixelSize {
    PixelSize(width: proportion(bound, of: width, over: height), height: bound)
  }
}

extension PixelSize {
  /// The size with sides of at least 1 and at most those of `bounds`.
  fileprivate func clamped(to bounds: PixelSize) -> PixelSize {
    PixelSize(
      width: min(max(width, 1), bounds.width), height: min(max(height, 1), bounds.height))
  }
}

/// The value `length * part / whole`, rounded to nearest, at least 1.
private func proportion(_ length: Int, of part: Int, over whole: Int) -> Int {
  max(1, (2 * length * part + whole) / (2 * whole))
}
