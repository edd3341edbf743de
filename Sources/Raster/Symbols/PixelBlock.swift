/// The pixels under one cell, and the cell's place in the picture.
struct PixelBlock {
  /// `0x00RRGGBB`, row by row from the top; unused elements are 0.
  let pixels: SIMD8<UInt32>
  let column: Int
  let row: Int
}

/// Reads an image cell by cell, over a background; an odd last row of half blocks counts twice.
struct BlockReader {
  let pixels: UnsafeBufferPointer<UInt32>
  let size: PixelSize
  /// The size of a cell in pixels: 1 or 2 by at most 4.
  let block: PixelSize
  /// The color behind transparent pixels and outside the picture.
  let background: Color

  @inline(__always)
  func block(_ column: Int, _ row: Int) -> PixelBlock {
    let (x, y) = (column * block.width, row * block.height)
    if x + block.width <= size.width, y + block.height <= size.height,
      let opaque = opaque(x, y)
    {
      return PixelBlock(pixels: opaque, column: column, row: row)
    }
    var result = SIMD8<UInt32>()
    if block.width == 1 {
      result[0] = pixel(x, y)
      result[1] = y + 1 < size.height ? pixel(x, y + 1) : result[0]
    } else {
      let (third, fourth) = (block.height > 2, block.height > 3)
      result = SIMD8(
        pixel(x, y), pixel(x + 1, y), pixel(x, y + 1), pixel(x + 1, y + 1),
        third ? pixel(x, y + 2) : 0, third ? pixel(x + 1, y + 2) : 0,
        fourth ? pixel(x, y + 3) : 0, fourth ? pixel(x + 1, y + 3) : 0)
    }
    return PixelBlock(pixels: result, column: column, row: row)
  }

  /// The pixels of a block inside the picture; nil if one is transparent.
  @inline(__always)
  private func opaque(_ x: Int, _ y: Int) -> SIMD8<UInt32>? {
    let none: UInt32 = 0xFF00_0000
    let first = y &* size.width &+ x
    let second = first &+ size.width
    var result = SIMD8<UInt32>(repeating: none)
    if block.width == 1 {
      (result[0], result[1]) = (pixels[first], pixels[second])
    } else {
      let (isThird, isFourth) = (block.height > 2, block.height > 3)
      let third = isThird ? second &+ size.width : first
      let fourth = isFourth ? third &+ size.width : first
      result = SIMD8(
        pixels[first], pixels[first &+ 1], pixels[second], pixels[second &+ 1],
        isThird ? pixels[third] : none, isThird ? pixels[third &+ 1] : none,
        isFourth ? pixels[fourth] : none, isFourth ? pixels[fourth &+ 1] : none)
    }
    let fours = result.lowHalf & result.highHalf
    let twos = fours.lowHalf & fours.highHalf
    return twos.x & twos.y >= none ? result & SIMD8(repeating: 0xFF_FFFF) : nil
  }

  @inline(__always)
  private func pixel(_ x: Int, _ y: Int) -> UInt32 {
    guard x < size.width, y < size.height else { return background.rawValue }
    return background.under(pixels[y * size.width + x]).rawValue
  }
}

/// The encoded channels of up to eight pixels.
struct PixelPlanes {
  let red, green, blue: SIMD8<Float>

  /// - Parameter pixels: `0x00RRGGBB`.
  @inline(__always)
  init(_ pixels: SIMD8<UInt32>) {
    let byte = SIMD8<UInt32>(repeating: 255)
    red = Self.plane(pixels &>> SIMD8(repeating: 16) & byte)
    green = Self.plane(pixels &>> SIMD8(repeating: 8) & byte)
    blue = Self.plane(pixels & byte)
  }

  /// Brightness (ITU-R BT.601).
  @inline(__always)
  var luma: SIMD8<Float> { red * 0.299 + green * 0.587 + blue * 0.114 }

  /// The channel as floats, from the bits of 2^23 + n; a conversion would call an unspecialized
  /// generic.
  @inline(__always)
  private static func plane(_ channel: SIMD8<UInt32>) -> SIMD8<Float> {
    unsafeBitCast(channel | SIMD8(repeating: 0x4B00_0000), to: SIMD8<Float>.self)
      - SIMD8(repeating: 0x80_0000)
  }
}
