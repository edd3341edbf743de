/// Cells of the two 24-bit colors that show their pixels with the least error.
struct TwoColorCells: CellMaker {
  private let glyphs: CellGlyphs
  private let search: PartitionSearch
  private var pen = CellGlyphs.Pen()

  init(_ symbols: SymbolSet) {
    glyphs = CellGlyphs(symbols)
    search = PartitionSearch(count: glyphs.count)
  }

  @inline(__always)
  mutating func startRow() {
    pen = CellGlyphs.Pen()
  }

  @inline(__always)
  mutating func cell(_ block: PixelBlock) -> Cell {
    let mask = search.best(block.pixels)
    return glyphs.cell(
      TwoColors(block.pixels, mask: mask, count: glyphs.count), after: &pen)
  }
}

/// Half blocks in 24-bit color, which show every pixel exactly.
struct HalfBlocks: CellMaker {
  @inline(__always)
  func cell(_ block: PixelBlock) -> Cell {
    Cell(upper: Color(rawValue: block.pixels[0]), lower: Color(rawValue: block.pixels[1]))
  }
}

/// Two colors, and a mask of the pixels that have the first.
struct TwoColors {
  /// A bit for each pixel that has the first color.
  var mask: Int
  var first: Color
  var second: Color

  init(mask: Int, first: Color, second: Color) {
    (self.mask, self.first, self.second) = (mask, first, second)
  }

  /// Sets the colors to the means of a set of pixels and of its complement.
  ///
  /// - Parameters:
  ///   - mask: the set; it must not contain all pixels.
  ///   - count: the number of pixels, at most eight.
  @inline(__always)
  init(_ pixels: SIMD8<UInt32>, mask: Int, count: Int) {
    self.mask = mask
    // Three sums share a word: each fits 11 bits, because eight times 255 does.
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

  /// Swaps the colors without changing the picture.
  @inline(__always)
  mutating func exchange(count: Int) {
    mask ^= 1 << count - 1
    swap(&first, &second)
  }
}

extension Color {
  /// The rounded mean of up to eight colors.
  ///
  /// - Parameter sum: red from bit 40, green from bit 20, blue from bit 0.
  @inline(__always)
  fileprivate init(mean sum: UInt64, of count: Int) {
    // The factor ⌈2^16/n⌉ divides numbers below 2^12 exactly.
    let reciprocal = UInt64((0x1_0000 + count - 1) / count)
    func mean(_ shift: UInt64) -> UInt32 {
      let rounded = (sum >> shift & 0xFFFFF) + UInt64(count / 2)
      return UInt32(truncatingIfNeeded: (rounded * reciprocal) >> 16)
    }
    self.init(rawValue: mean(40) << 16 | mean(20) << 8 | mean(0))
  }
}
