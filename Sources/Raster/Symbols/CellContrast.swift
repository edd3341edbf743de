/// The strongest contrast inside a cell: the shape of the first part, and the difference of the two
/// parts' colors.
struct CellContrast {
  /// The index of the shape in its `TwoColorShapes`.
  let shape: Int
  /// The share of the cell that the first part covers.
  let share: Float
  /// The mean squared deviation of the coverage over the cell's pixels.
  let variance: Float
  /// The color of the first part minus that of the second.
  let apart: PaletteSpace.Point
}

/// The pixels of a cell minus their mean; unused elements are 0.
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

/// Masks of integer bits: the compiler turns a mask of a vector into a loop with branches.
extension SIMD8<Float> {
  /// A mask of the elements above 0.
  @inline(__always)
  var positives: SIMD8<Int32> {
    let bits = unsafeBitCast(self, to: SIMD8<Int32>.self)
    return (SIMD8<Int32>() &- bits) &>> SIMD8<Int32>(repeating: 31)
  }

  /// The elements selected by a mask; the others are 0.
  @inline(__always)
  func masked(_ mask: SIMD8<Int32>) -> Self {
    unsafeBitCast(unsafeBitCast(self, to: SIMD8<Int32>.self) & mask, to: Self.self)
  }
}
