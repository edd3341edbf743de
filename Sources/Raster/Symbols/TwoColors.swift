/// Two colours and which pixels of a cell have the first.
struct TwoColors {
  /// The pixels of the first colour, as bits.
  var mask: Int
  var first: Color
  var second: Color

  /// The means of a set of pixels and of the others.
  ///
  /// - Parameters:
  ///   - mask: not all of the pixels.
  ///   - count: how many pixels there are, at most eight.
  @inline(__always)
  init(_ pixels: SIMD8<UInt32>, mask: Int, count: Int) {
    self.mask = mask
    // three sums in one word: eight times 255 takes 11 bits
    var (inside, all) = (UInt64(0), UInt64(0))
    for index in 0..<count {
      let pixel = UInt64(pixels[index])
      let spread = (pixel & 0xFF0000) << 24 | (pixel & 0xFF00) << 12 | pixel & 0xFF
      all += spread
      inside += mask >> index & 1 != 0 ? spread : 0
    }
    second = Color(mean: all - inside, of: count - mask.nonzeroBitCount)
    first = mask == 0 ? second : Color(mean: inside, of: mask.nonzeroBitCount)
  }

  /// The same picture with the colours exchanged.
  @inline(__always)
  mutating func exchange(count: Int) {
    mask ^= 1 << count - 1
    swap(&first, &second)
  }
}

extension Color {
  /// The rounded mean of up to eight colours.
  ///
  /// - Parameter sum: red from bit 40, green from bit 20, blue from bit 0.
  @inline(__always)
  fileprivate init(mean sum: UInt64, of count: Int) {
    // ⌈2^16/n⌉ divides what is below 2^12 exactly
    let reciprocal = UInt64((0x1_0000 + count - 1) / count)
    func mean(_ shift: UInt64) -> UInt32 {
      let rounded = (sum >> shift & 0xFFFFF) + UInt64(count / 2)
      return UInt32(truncatingIfNeeded: (rounded * reciprocal) >> 16)
    }
    self.init(rawValue: mean(40) << 16 | mean(20) << 8 | mean(0))
  }

  /// Brightness from 0 to 255 (ITU-R BT.601), of the encoded values.
  @inline(__always)
  var luma: Int {
    let weighted = 299 * Int(red) + 587 * Int(green) + 114 * Int(blue)
    return (weighted + 500) / 1000
  }

  /// The squared distance of two colours, up to 195,075.
  @inline(__always)
  func squaredDistance(to other: Color) -> Int {
    let red = Int(red) - Int(other.red)
    let green = Int(green) - Int(other.green)
    let blue = Int(blue) - Int(other.blue)
    return red * red + green * green + blue * blue
  }
}
