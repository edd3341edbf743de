/// Printable characters in two 24-bit colors.
///
/// The character fits the contrast along one line of the color space best. The colors then minimize
/// the error, by each pixel's ink coverage.
struct ASCIICells: CellMaker {
  let search: ContrastSearch
  let shapes: [Shape]

  struct Shape {
    let glyph: UInt32
    /// The coverage of each part minus the mean, scaled so that the squares add up to 1.
    let contrast: SIMD8<Float>
    /// The coverage of the whole cell.
    let mean: Float
    /// Foreground minus background for pixels whose product with `contrast` is 1.
    let spread: Float
  }

  init() {
    shapes = ASCIIShapes.all.map { shape in
      let parts = SIMD8(shape.parts)
      let mean = parts.sum() / 8
      let length = ((parts - mean) * (parts - mean)).sum().squareRoot()
      return Shape(
        glyph: shape.glyph, contrast: (parts - mean) / length, mean: mean, spread: 1 / length)
    }
    search = ContrastSearch(shapes.map(\.contrast))
  }

  @inline(__always)
  func cell(_ block: PixelBlock) -> Cell {
    let planes = PixelPlanes(block.pixels)
    guard
      let index = search.closest(
        planes.red - planes.red.sum() / 8, planes.green - planes.green.sum() / 8,
        planes.blue - planes.blue.sum() / 8)
    else {
      let color = Color(rawValue: block.pixels[0])
      return Cell(glyph: " ", foreground: color, background: color)
    }
    let shape = shapes[index]
    let (red, green, blue) = (
      ends(planes.red, shape), ends(planes.green, shape), ends(planes.blue, shape)
    )
    let foreground = Color(red: red.inked, green: green.inked, blue: blue.inked)
    let background = Color(red: red.bare, green: green.bare, blue: blue.bare)
    var cell = Cell(glyph: " ", foreground: foreground, background: background)
    if foreground != background { cell.glyph = shape.glyph }
    return cell
  }

  /// The values of a channel for a shape's ink and for its background.
  ///
  /// If the ink is clamped at white or black, the background keeps the cell's mean right.
  @inline(__always)
  private func ends(_ channel: SIMD8<Float>, _ shape: Shape) -> (inked: UInt8, bare: UInt8) {
    let mean = channel.sum() / 8
    let spread = (channel * shape.contrast).sum() * shape.spread
    let inked = min(255, max(0, mean + spread * (1 - shape.mean)))
    let bare = min(255, max(0, (mean - inked * shape.mean) / (1 - shape.mean)))
    return (UInt8(inked + 0.5), UInt8(bare + 0.5))
  }
}

/// Printable characters in two colors of a palette.
struct ASCIITwoColorShapes: TwoColorShapes {
  private let exact = ASCIICells()
  /// A character that covers about a quarter of a cell evenly, and the densest character.
  private let sparse: Pattern
  private let dense: Pattern
  var count: Int { 8 }

  init() {
    let evenly = exact.shapes.sorted { $0.spread > $1.spread }
    sparse = Pattern(evenly.first { abs($0.mean - 0.25) < 0.04 } ?? exact.shapes[0])
    dense = Pattern(exact.shapes.max { $0.mean < $1.mean } ?? exact.shapes[0])
  }

  private struct Pattern {
    let glyph: UInt32
    /// The coverage of the whole cell.
    let mean: Float

    init(_ shape: ASCIICells.Shape) {
      (glyph, mean) = (shape.glyph, shape.mean)
    }
  }

  @inline(__always)
  func contrast(_ deviations: CellDeviations) -> CellContrast? {
    guard let index = exact.search.closest(deviations.luma) else { return nil }
    let (red, green, blue) = (deviations.red, deviations.green, deviations.blue)
    let shape = exact.shapes[index]
    let along = PaletteSpace.point(
      (red * shape.contrast).sum(), (green * shape.contrast).sum(), (blue * shape.contrast).sum())
    return CellContrast(
      shape: index + 1, share: shape.mean, variance: 1 / (8 * shape.spread * shape.spread),
      apart: along * shape.spread)
  }

  @inline(__always)
  func share(ofQuarters quarters: Int) -> Float {
    quarters == 1 ? sparse.mean : quarters == 2 ? dense.mean : 1 - sparse.mean
  }

  @inline(__always)
  func cell(
    shape: Int, _ first: Color, _ second: Color, after pen: inout CellGlyphs.Pen
  ) -> Cell {
    var cell = Cell(glyph: " ", foreground: first, background: second)
    if first != second { cell.glyph = exact.shapes[shape - 1].glyph }
    return cell
  }

  @inline(__always)
  func shade(
    quarters: Int, _ first: Color, _ second: Color, column: Int, after pen: inout CellGlyphs.Pen
  ) -> Cell {
    var cell = Cell(glyph: " ", foreground: first, background: second)
    cell.glyph = quarters == 2 ? dense.glyph : sparse.glyph
    if quarters == 3 { (cell.foreground, cell.background) = (second, first) }
    return cell
  }
}

/// Printable characters without colors: the character whose ink is nearest to the pixels'
/// brightness.
///
/// The densest character stands for white. An error of the cell's mean counts once for each part,
/// because the eye sees brightness before shape. It is diffused to the next cells.
struct MonochromeASCIICells: CellMaker {
  private let search: ShapeSearch
  private let shapes: [(glyph: UInt32, mean: Float)]
  /// The coverage of a cell for a brightness of 255.
  private let densest: Float
  private var errors: DiffusedError

  init(columns: Int) {
    let all = ASCIIShapes.all
    shapes = all.map { ($0.glyph, SIMD8($0.parts).sum() / 8) }
    densest = shapes.map(\.mean).max() ?? 0
    // |c - x|² + (Σc - Σx)² is least where 2c·(x + Σx) - |c|² - (Σc)² is greatest
    search = ShapeSearch(
      all.map { shape in shape.parts.map { $0 * 2 } },
      handicaps: all.map { shape in
        let parts = SIMD8(shape.parts)
        return (parts * parts).sum() + parts.sum() * parts.sum()
      })
    errors = DiffusedError(columns: columns)
  }

  @inline(__always)
  mutating func startRow() {
    errors.startRow()
  }

  @inline(__always)
  mutating func cell(_ block: PixelBlock) -> Cell {
    let lumas = PixelPlanes(block.pixels).luma * (densest / 255)
    let carried = errors.carried(to: block.column).w
    let wanted = lumas + carried
    var cell = Cell.blank
    var shown: Float = 0
    if let index = search.closest(wanted + wanted.sum()) {
      (cell.glyph, shown) = shapes[index]
    }
    errors.handOn(SIMD4(0, 0, 0, lumas.sum() / 8 + carried - shown), from: block.column)
    return cell
  }
}
