/// Cells without colors: each lights its brightest pixels, in proportion to its brightness.
///
/// Brightness is gamma-encoded, because a terminal's linear light is unknown: its foreground is
/// seldom white, and its glyphs leave gaps.
struct MonochromeCells: CellMaker {
  private let glyphs: CellGlyphs
  private var errors: DiffusedError

  /// The weight of the contrast's error.
  private static let contrastWeight: Float = 0.4
  /// The variation below which a cell counts as even.
  private static let leastVariation: Float = 16
  /// The share of a shade's variance that counts as an error.
  private static let harshness: Float = 0.03

  init(_ symbols: SymbolSet, columns: Int) {
    glyphs = CellGlyphs(symbols)
    errors = DiffusedError(columns: columns, share: DiffusedError.bestShare(for: symbols))
  }

  @inline(__always)
  mutating func startRow() {
    errors.startRow()
  }

  @inline(__always)
  mutating func cell(_ block: PixelBlock) -> Cell {
    let deviations = CellDeviations(block, count: glyphs.count)
    let luma = deviations.luma * (1 / 255)
    let mean = deviations.mean.w / (255 * PaletteSpace.brightnessScale)
    let goal = mean + errors.carried(to: block.column).w
    var choice = even(goal, in: block.column)
    if deviations.variation > Self.leastVariation { consider(luma, goal, &choice) }
    errors.handOn(SIMD4(0, 0, 0, goal - choice.shown), from: block.column)
    var cell = Cell.blank
    cell.glyph = choice.glyph
    return cell
  }

  private struct Choice {
    var glyph: UInt32 = 0x20
    var shown: Float = 0
    var error = Float.infinity
  }

  /// The best shade for an even cell.
  @inline(__always)
  private func even(_ goal: Float, in column: Int) -> Choice {
    var choice = Choice()
    for quarters in 0...4 {
      let share = Float(quarters) * 0.25
      let error = (share - goal) * (share - goal) + Self.harshness * share * (1 - share)
      if error < choice.error {
        let glyph = glyphs.glyph(ofQuarters: quarters, column: column)
        choice = Choice(glyph: glyph, shown: share, error: error)
      }
    }
    return choice
  }

  /// Considers lighting only the brightest pixels.
  ///
  /// The two numbers of pixels next to the goal are tried.
  @inline(__always)
  private func consider(_ luma: SIMD8<Float>, _ goal: Float, _ choice: inout Choice) {
    let count = glyphs.count
    let fitting = Int(min(Float(count), max(0, goal * Float(count))))
    var rest = luma
    var mask = 0
    var sum: Float = 0
    for lit in 1..<max(2, min(fitting + 2, count)) {
      var brightest = 0
      for index in 1..<count where rest[index] > rest[brightest] { brightest = index }
      mask |= 1 << brightest
      sum += rest[brightest]
      rest[brightest] = -.infinity
      if lit < fitting { continue }
      let share = Float(lit) / Float(count)
      let contrast = share * (1 - share) - 2 * sum / Float(count)
      let error = (share - goal) * (share - goal) + Self.contrastWeight * contrast
      if error < choice.error {
        choice = Choice(glyph: glyphs[mask], shown: share, error: error)
      }
    }
  }
}
