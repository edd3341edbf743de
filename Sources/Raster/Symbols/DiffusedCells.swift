/// Cells of two colors of a palette, with error diffusion.
///
/// A cell is one color, a shade of two, or two colors in parts. The option with the least error wins. The error is that
/// of the mean, including its neighbors' errors, plus a weighted error of the contrast inside. Most of the mean's error
/// is diffused to the next cells, so groups of cells have the right color.
struct DiffusedCells<Shapes: TwoColorShapes>: CellMaker {
  private let shapes: Shapes
  private let space: PaletteSpace
  private var errors: DiffusedError
  private var pen = CellGlyphs.Pen()

  /// The weight of the contrast's error.
  private static var contrastWeight: Float { 0.4 }
  /// The variation below which a cell counts as even.
  private static var leastVariation: Float { 16 }

  init(_ shapes: Shapes, _ space: PaletteSpace, _ errors: DiffusedError) {
    self.shapes = shapes
    self.space = space
    self.errors = errors
  }

  @inline(__always)
  mutating func startRow() {
    pen = CellGlyphs.Pen()
    errors.startRow()
  }

  @inline(__always)
  mutating func cell(_ block: PixelBlock) -> Cell {
    let deviations = CellDeviations(block, count: shapes.count)
    let goal = deviations.mean + errors.carried(to: block.column)
    var options = Options()
    var shape = 0
    var gain: Float = 0
    if deviations.variation > Self.leastVariation, let contrast = shapes.contrast(deviations) {
      gain = Self.contrastWeight * contrast.variance * contrast.apart.squaredLength
      shape = contrast.shape
      consider(contrast, goal, &options)
    }
    // An even cell loses at least the contrast.
    if options.least > gain { considerEven(goal, loss: gain, &options) }
    let choice = options.best
    let (one, other) = (space.points[choice.first], space.points[choice.second])
    errors.handOn(goal - (other + (one - other) * choice.share), from: block.column)
    let (first, second) = (space.palette.colors[choice.first], space.palette.colors[choice.second])
    return choice.quarters > 0
      ? shapes.shade(
        quarters: choice.quarters, first, second, column: block.column, after: &pen)
      : shapes.cell(
        shape: choice.first == choice.second ? 0 : shape, first, second, after: &pen)
  }

  /// The possible cells, each with its error.
  ///
  /// The minimum is found without branches, because they would be mispredicted.
  private struct Options {
    /// The bits of the errors; the lowest three are the index of the option.
    private var ranks = SIMD8<UInt32>(repeating: Float.infinity.bitPattern)
    /// The first color, the second color, and the quarters of a shade, one byte each.
    private var colors = SIMD8<UInt32>()
    /// The shares of the first color.
    private var shares = SIMD8<Float>()

    /// - Parameter error: not negative.
    @inline(__always)
    mutating func set(
      _ place: Int, error: Float, _ first: Int, _ second: Int, quarters: Int = 0, share: Float
    ) {
      // The bits of positive numbers sort like the numbers.
      ranks[place] = error.bitPattern & ~7 | UInt32(truncatingIfNeeded: place)
      colors[place] = UInt32(truncatingIfNeeded: first << 16 | second << 8 | quarters)
      shares[place] = share
    }

    /// The least error, except for its lowest bits.
    @inline(__always)
    var least: Float { Float(bitPattern: rank & ~7) }

    @inline(__always)
    private var rank: UInt32 {
      min(min(ranks[0], ranks[1]), min(ranks[2], ranks[3]), ranks[4])
    }

    @inline(__always)
    var best: (first: Int, second: Int, quarters: Int, share: Float) {
      let place = Int(truncatingIfNeeded: rank & 7)
      let found = Int(truncatingIfNeeded: colors[place])
      return (found >> 16, found >> 8 & 255, found & 255, shares[place])
    }
  }

  /// Considers the best single color and the best shade.
  ///
  /// - Parameter loss: the error of showing no contrast.
  @inline(__always)
  private func considerEven(_ goal: PaletteSpace.Point, loss: Float, _ options: inout Options) {
    let solid = space.nearest(to: goal)
    let error = (space.points[solid] - goal).squaredLength
    options.set(0, error: error + loss, solid, solid, share: 1)
    let (mixture, mixed) = space.bestMixture(for: goal)
    options.set(
      1, error: mixed + loss, mixture.first, mixture.second, quarters: mixture.quarters,
      share: shapes.share(ofQuarters: mixture.quarters))
  }

  /// Considers two colors for the parts of a cell.
  ///
  /// Each color is also tried with the best partner for it.
  @inline(__always)
  private func consider(
    _ contrast: CellContrast, _ goal: PaletteSpace.Point, _ options: inout Options
  ) {
    let share = contrast.share
    let weight = Self.contrastWeight * contrast.variance
    let pair = Pair(share: share, apart: contrast.apart, weight: weight, goal: goal)
    let first = space.nearest(to: goal + (1 - share) * contrast.apart)
    let second = space.nearest(to: goal - share * contrast.apart)
    let (one, other) = (space.points[first], space.points[second])
    let otherFirst = space.nearest(to: pair.first(besides: other))
    let otherSecond = space.nearest(to: pair.second(besides: one))
    options.set(2, error: pair.error(of: one, other), first, second, share: share)
    if otherFirst != first {
      let point = space.points[otherFirst]
      options.set(3, error: pair.error(of: point, other), otherFirst, second, share: share)
    }
    if otherSecond != second {
      let point = space.points[otherSecond]
      options.set(4, error: pair.error(of: one, point), first, otherSecond, share: share)
    }
  }

  /// The wanted pair of colors: their mean and difference.
  private struct Pair {
    let share: Float
    let apart: PaletteSpace.Point
    let weight: Float
    let goal: PaletteSpace.Point

    @inline(__always)
    func error(of first: PaletteSpace.Point, _ second: PaletteSpace.Point) -> Float {
      let difference = first - second
      let shown = second + share * difference
      return (shown - goal).squaredLength + weight * (difference - apart).squaredLength
    }

    /// The best first color, given the second.
    @inline(__always)
    func first(besides second: PaletteSpace.Point) -> PaletteSpace.Point {
      (share * (goal - (1 - share) * second) + weight * (second + apart))
        * (1 / (share * share + weight))
    }

    /// The best second color, given the first.
    @inline(__always)
    func second(besides first: PaletteSpace.Point) -> PaletteSpace.Point {
      let rest = 1 - share
      return (rest * (goal - share * first) + weight * (first - apart))
        * (1 / (rest * rest + weight))
    }
  }
}
