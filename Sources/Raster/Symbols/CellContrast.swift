/// The strongest contrast inside a cell: the shape of its first part, and how far the colors of the
/// two parts are apart.
struct CellContrast {
  /// Names the shape to its `TwoColorShapes`.
  let shape: Int
  /// The share of the cell that the first part covers.
  let share: Float
  /// The mean squared deviation of the share over the cell's pixels.
  let variance: Float
  /// The color of the first part, less that of the second.
  let apart: PaletteSpace.Point
}

/// The pixels of a cell, each less their mean; unused elements are 0.
struct CellDeviations {
  let count: Float
  let mean: PaletteSpace.Point
  let red, green, blue, luma: SIMD8<Float>

  /// - Parameter count: the number of pixels in a cell.
  @inline(__always)
  init(_ block: PixelBlock, count: Int) {
    let planes = PixelPlanes(block.pixels)
    self.count = Float(count)
    let scale = 1 / self.count
    mean = PaletteSpace.point(
      planes.red.sum() * scale, planes.green.sum() * scale, planes.blue.sum() * scale)
    let places = SIMD8<Int32>(0, 1, 2, 3, 4, 5, 6, 7)
    let beyond = places &- SIMD8(repeating: Int32(truncatingIfNeeded: count))
    let used = beyond &>> SIMD8<Int32>(repeating: 31)
    red = (planes.red - mean.x).masked(used)
    green = (planes.green - mean.y).masked(used)
    blue = (planes.blue - mean.z).masked(used)
    luma = red * 0.299 + green * 0.587 + blue * 0.114
  }

  /// The sum of the squared deviations of the brightness.
  @inline(__always)
  var variation: Float { (luma * luma).sum() }
}

/// Masks by the bits of whole numbers: a mask of a vector becomes a loop with branches.
extension SIMD8<Float> {
  /// All bits of the elements that are above 0.
  @inline(__always)
  var positives: SIMD8<Int32> {
    let bits = unsafeBitCast(self, to: SIMD8<Int32>.self)
    return (SIMD8<Int32>() &- bits) &>> SIMD8<Int32>(repeating: 31)
  }

  /// The elements whose bits are set in a mask; the others are 0.
  @inline(__always)
  func masked(_ mask: SIMD8<Int32>) -> Self {
    unsafeBitCast(unsafeBitCast(self, to: SIMD8<Int32>.self) & mask, to: Self.self)
  }
}
