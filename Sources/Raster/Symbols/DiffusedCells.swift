/// Cells of two colors of a palette: the best two, with the best glyph.
///
/// A cell is one color, a shade of two, or two colors in parts. The least error wins: that of the
/// cell's mean with the errors of its neighbors, and a share of the error of the contrast inside.
/// The error of the mean goes on to the next cells, so a few cells together have the right color.
struct DiffusedCells<Shapes: TwoColorShapes>: CellMaker {
  private let shapes: Shapes
  private let space: PaletteSpace
  private var errors: DiffusedError
  private var pen = CellGlyphs.Pen()

  /// The part of the error of the contrast that counts.
  private static var contrastWeight: Float { 0.4 }
  /// A cell of less variation is even.
  private static var leastVariation: Float { 16 }

  init(_ shapes: Shapes, _ space: PaletteSpace, columns: Int) {
    self.shapes = shapes
    self.space = space
    errors = DiffusedError(columns: columns)
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
    var choice = even(goal)
    if deviations.variation > Self.leastVariation, let contrast = shapes.contrast(deviations) {
      consider(contrast, goal, &choice)
    }
    errors.handOn(goal - choice.shown, from: block.column)
    let (first, second) = (space.palette.colors[choice.first], space.palette.colors[choice.second])
    return choice.quarters > 0
      ? shapes.shade(
        quarters: choice.quarters, first, second, column: block.column, after: &pen)
      : shapes.cell(shape: choice.shape, first, second, after: &pen)
  }

  private struct Choice {
    var first, second: Int
    /// The shape of the first color; 0 where the cell is even.
    var shape = 0
    /// The quarters of a shade; 0 for none.
    var quarters = 0
    /// The mean of the cell.
    var shown: PaletteSpace.Point
    var error: Float
  }

  /// The best color or shade for a cell that is even.
  @inline(__always)
  private func even(_ goal: PaletteSpace.Point) -> Choice {
    let solid = space.nearest(to: goal)
    let point = space.points[solid]
    let error = (point - goal).squaredLength
    let (mixture, mixed) = space.mixtures(near: goal).best(for: goal)
    if error <= mixed { return Choice(first: solid, second: solid, shown: point, error: error) }
    let (first, second) = (space.points[mixture.first], space.points[mixture.second])
    return Choice(
      first: mixture.first, second: mixture.second, quarters: mixture.quarters,
      shown: second + (first - second) * shapes.share(ofQuarters: mixture.quarters), error: mixed)
  }

  /// Takes two colors for the parts of a cell if they are better than the choice.
  ///
  /// The best color of one part follows from the other's. Either may be the first one found.
  @inline(__always)
  private func consider(
    _ contrast: CellContrast, _ goal: PaletteSpace.Point, _ choice: inout Choice
  ) {
    let (share, apart) = (contrast.share, contrast.apart)
    let weight = Self.contrastWeight * contrast.variance
    let gain = weight * apart.squaredLength
    func partner(of color: Int, share: Float, apart: PaletteSpace.Point) -> Int {
      let point = space.points[color]
      let wanted = share * (goal - (1 - share) * point) + weight * (point + apart)
      return space.nearest(to: wanted * (1 / (share * share + weight)))
    }
    func consider(_ first: Int, _ second: Int) {
      let difference = space.points[first] - space.points[second]
      let shown = space.points[second] + share * difference
      let error =
        (shown - goal).squaredLength + weight * (difference - apart).squaredLength - gain
      if error < choice.error {
        choice = Choice(
          first: first, second: second, shape: contrast.shape, shown: shown, error: error)
      }
    }
    let first = space.nearest(to: goal + (1 - share) * apart)
    let second = space.nearest(to: goal - share * apart)
    consider(first, second)
    let otherFirst = partner(of: second, share: share, apart: apart)
    if otherFirst != first { consider(otherFirst, second) }
    let otherSecond = partner(of: first, share: 1 - share, apart: -apart)
    if otherSecond != second { consider(first, otherSecond) }
  }
}
