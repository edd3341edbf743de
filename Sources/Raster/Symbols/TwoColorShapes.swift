/// The shapes of a symbol set for cells of two colors.
protocol TwoColorShapes {
  /// The number of pixels in a cell.
  var count: Int { get }

  /// The shape that shows a cell's contrast best; nil for an even cell.
  func contrast(_ deviations: CellDeviations) -> CellContrast?

  /// The exact coverage of a shade of one, two, or three quarters.
  func share(ofQuarters quarters: Int) -> Float

  /// The cell that shows a shape in the first color.
  func cell(
    shape: Int, _ first: Color, _ second: Color, after pen: inout CellGlyphs.Pen
  ) -> Cell

  /// The cell that shows a shade in the first color, in a column of the picture.
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

  /// Divides the pixels at their mean brightness.
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
    // Deviations add up to 0, so the second part's sum is the negative of the first's.
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
