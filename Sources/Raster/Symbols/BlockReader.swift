/// Reads a picture cell by cell, without transparency.
struct BlockReader {
  let pixels: UnsafeBufferPointer<UInt32>
  let size: PixelSize
  /// The pixels of a cell: 1 or 2 by at most 4.
  let block: PixelSize
  /// Shows through transparent pixels, and is read outside the picture.
  let background: Color

  @inline(__always)
  func block(_ column: Int, _ row: Int) -> PixelBlock {
    let (x, y) = (column * block.width, row * block.height)
    var result = SIMD8<UInt32>()
    if block.width == 1 {
      result[0] = pixel(x, y)
      result[1] = pixel(x, y + 1)
    } else {
      let (third, fourth) = (block.height > 2, block.height > 3)
      result = SIMD8(
        pixel(x, y), pixel(x + 1, y), pixel(x, y + 1), pixel(x + 1, y + 1),
        third ? pixel(x, y + 2) : 0, third ? pixel(x + 1, y + 2) : 0,
        fourth ? pixel(x, y + 3) : 0, fourth ? pixel(x + 1, y + 3) : 0)
    }
    return PixelBlock(pixels: result, column: column, row: row)
  }

  @inline(__always)
  private func pixel(_ x: Int, _ y: Int) -> UInt32 {
    guard x < size.width, y < size.height else { return background.rawValue }
    return background.under(pixels[y * size.width + x]).rawValue
  }
}
