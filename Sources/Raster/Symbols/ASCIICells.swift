/// Printable characters in two 24-bit colors.
///
/// The character and its colors show a cell's pixels with the least error, by the share of each
/// pixel that the character covers.
struct ASCIICells: CellMaker {
  private let search: ShapeSearch
  private let shapes: [Shape]

  private struct Shape {
    let glyph: UInt32
    /// The share that it covers of each part, less the mean, scaled so that the squares add up to
    /// 1.
    let contrast: SIMD8<Float>
    /// The share of the cell that it covers.
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
    search = ShapeSearch(
      shapes.map { shape in shape.contrast.indices.map { shape.contrast[$0] } },
      handicaps: shapes.map { _ in 0 })
  }

  @inline(__always)
  func cell(_ block: PixelBlock) -> Cell {
    let planes = PixelPlanes(block.pixels)
    guard let index = search.closest(planes.red, planes.green, planes.blue) else {
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

  /// The values of a channel where a shape has ink and where it has none.
  ///
  /// Where the ink is clamped at white or black, the mean of the cell stays right.
  @inline(__always)
  private func ends(_ channel: SIMD8<Float>, _ shape: Shape) -> (inked: UInt8, bare: UInt8) {
    let mean = channel.sum() / 8
    let spread = (channel * shape.contrast).sum() * shape.spread
    let inked = min(255, max(0, mean + spread * (1 - shape.mean)))
    let bare = min(255, max(0, (mean - inked * shape.mean) / (1 - shape.mean)))
    return (UInt8(inked + 0.5), UInt8(bare + 0.5))
  }
}

/// Printable characters in two colors of a palette, which are dithered cell by cell.
struct DitheredASCIICells: CellMaker {
  private let exact = ASCIICells()
  private var mixer: PaletteMixer

  init(_ palette: Palette) {
    mixer = PaletteMixer(palette)
  }

  @inline(__always)
  mutating func cell(_ block: PixelBlock) -> Cell {
    let rank = OrderedThreshold.rank(block.column, block.row)
    var cell = exact.cell(block)
    cell.foreground = mixer.color(for: cell.foreground.rawValue, at: rank)
    cell.background = mixer.color(for: cell.background.rawValue, at: rank)
    if cell.foreground == cell.background { cell.glyph = Cell.blank.glyph }
    return cell
  }
}

/// Printable characters without colors: the character whose ink is nearest to the pixels'
/// brightness.
///
/// The densest character stands for white. An error of the cell's mean counts once for each part,
/// because the eye sees brightness before shape.
struct MonochromeASCIICells: CellMaker {
  private let search: ShapeSearch
  private let glyphs: [UInt32]
  /// The share of a cell that is covered for a brightness of 1.
  private let unit: Float

  init() {
    let shapes = ASCIIShapes.all
    glyphs = shapes.map(\.glyph)
    unit = (shapes.map { SIMD8($0.parts).sum() / 8 }.max() ?? 0) / 255
    // |c - x|² + (Σc - Σx)² is least where 2c·(x + Σx) - |c|² - (Σc)² is greatest
    search = ShapeSearch(
      shapes.map { shape in shape.parts.map { $0 * 2 } },
      handicaps: shapes.map { shape in
        let parts = SIMD8(shape.parts)
        return (parts * parts).sum() + parts.sum() * parts.sum()
      })
  }

  @inline(__always)
  func cell(_ block: PixelBlock) -> Cell {
    let rank = OrderedThreshold.rank(block.column, block.row)
    // Noise of a sixteenth of white, and less in the dark, so that black stays blank.
    let lumas = PixelPlanes(block.pixels).luma
    let noise = 1 + (Float(rank) - 31.5) / 512
    let wanted = lumas * noise * unit
    var cell = Cell.blank
    if let index = search.closest(wanted + wanted.sum()) { cell.glyph = glyphs[index] }
    return cell
  }
}
