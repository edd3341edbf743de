/// The shapes that a set of symbols has for two colors.
protocol TwoColorShapes {
  /// The number of pixels in a cell.
  var count: Int { get }

  /// The shape that shows the pixels of a cell best; nil for one that is even.
  func contrast(_ deviations: CellDeviations) -> CellContrast?

  /// The exact share of the first color in a shade of one, two, or three quarters.
  func share(ofQuarters quarters: Int) -> Float

  /// The cell in which a shape has the first color.
  func cell(
    shape: Int, _ first: Color, _ second: Color, after pen: inout CellGlyphs.Pen
  ) -> Cell

  /// The cell in which an even pattern has the first color, in a column of the picture.
  func shade(
    quarters: Int, _ first: Color, _ second: Color, column: Int, after pen: inout CellGlyphs.Pen
  ) -> Cell
}

/// Blocks and dots, which cover whole pixels.
struct BlockShapes: TwoColorShapes {
  private let glyphs: CellGlyphs
  var count: Int { glyphs.count }

  init(_ symbols: SymbolSet) {
    glyphs = CellGlyphs(symbols)
  }

  /// Divides the pixels where their brightness passes the mean.
  @inline(__always)
  func contrast(_ deviations: CellDeviations) -> CellContrast? {
    let isInside = deviations.luma.positives
    let bits = isInside & SIMD8(1, 2, 4, 8, 16, 32, 64, 128)
    let mask = Int(bits.wrappedSum())
    if mask == 0 { return nil }
    @inline(__always) func sum(_ channel: SIMD8<Float>) -> Float {
      channel.masked(isInside).sum()
    }
    let inside = Float(mask.nonzeroBitCount)
    let share = inside / deviations.count
    // All deviations add up to 0, so those of the second part have the same sum.
    let difference = PaletteSpace.point(
      sum(deviations.red), sum(deviations.green), sum(deviations.blue))
    return CellContrast(
      shape: mask, share: share, variance: share * (1 - share),
      apart: difference * (1 / (inside * (1 - share))))
  }

  @inline(__always)
  func share(ofQuarters quarters: Int) -> Float { Float(quarters) * 0.25 }

  @inline(__always)
  func cell(
    shape: Int, _ first: Color, _ second: Color, after pen: inout CellGlyphs.Pen
  ) -> Cell {
    glyphs.cell(TwoColors(mask: shape, first: first, second: second), after: &pen)
  }

  @inline(__always)
  func shade(
    quarters: Int, _ first: Color, _ second: Color, column: Int, after pen: inout CellGlyphs.Pen
  ) -> Cell {
    glyphs.shade(first, second, quarters: quarters, column: column, after: &pen)
  }
}
