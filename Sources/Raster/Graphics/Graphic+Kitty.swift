extension Graphic {
  /// A picture for the kitty graphics protocol, in 24-bit RGB.
  ///
  /// - Parameters:
  ///   - id: see `Graphic.id`.
  ///   - cell: the size of a cell in pixels, at least 1x2.
  ///   - background: shows through transparent pixels, and in the unfilled part of the last cells.
  /// - Complexity: O(pixels).
  package static func kitty(
    of image: PixelImage, id: UInt32, cell: PixelSize, background: Color
  ) -> Graphic {
    let pixels = GraphicPixels(of: image, cell: cell, background: background)
    return Graphic(
      id: id, size: pixels.cells,
      payload: .kitty(pixels.image.size, base64: base64(pixels.image.pixels)),
      fallback: pixels.fallback)
  }

  /// The red, green, and blue bytes of pixels in Base64 (RFC 4648), four characters a pixel.
  ///
  /// So no padding is ever needed.
  static func base64(_ pixels: [UInt32]) -> [UInt8] {
    [UInt8](unsafeUninitializedCapacity: 4 * pixels.count) { text, count in
      let text = UnsafeMutableRawBufferPointer(text)
      pixels.withUnsafeBufferPointer { pixels in
        characterPairs.withUnsafeBufferPointer { pairs in
          for (index, pixel) in pixels.enumerated() {
            let first = UInt32(pairs[Int(pixel >> 12 & 0xFFF)])
            let second = UInt32(pairs[Int(pixel & 0xFFF)])
            let four = (first | second << 16).littleEndian
            text.storeBytes(of: four, toByteOffset: 4 * index, as: UInt32.self)
          }
        }
      }
      count = 4 * pixels.count
    }
  }

  /// The two characters of every 12-bit value, the first in the lower byte.
  private static let characterPairs: [UInt16] = {
    let alphabet = "ABCDEFGHIJKLMNOPQRSTUVWXYZabcdefghijklmnopqrstuvwxyz0123456789+/".utf8
    return alphabet.flatMap { first in
      alphabet.map { second in UInt16(first) | UInt16(second) << 8 }
    }
  }()
}
