/// Cells of two colors of a palette.
///
/// Where a cell's two best colors are further apart than those of the palette, each is dithered
/// cell by cell. Otherwise the cell's mean is dithered: half of the pixels show a color from the
/// darker half of the mixture, the others one from the brighter half. Brighter pixels get the
/// brighter color, unless the pattern outweighs them. The choice depends on the pixels alone, so
/// the mean over cells is right.
struct DitheredCells: CellMaker {
  private let glyphs: CellGlyphs
  private let search: PartitionSearch
  private var mixer: PaletteMixer
  private var pen = CellGlyphs.Pen()
  /// The order in which pixels of a cell turn bright.
  private let pattern: [Int]
  /// By the number of pixels; the second half is every other pixel, as on a chessboard.
  private static let patterns = [
    4: [0, 2, 3, 1], 6: [0, 3, 4, 1, 2, 5], 8: [0, 4, 6, 2, 3, 7, 5, 1],
  ]

  init(_ symbols: SymbolSet, _ palette: Palette) {
    glyphs = CellGlyphs(symbols)
    search = PartitionSearch(count: glyphs.count)
    mixer = PaletteMixer(palette)
    pattern = Self.patterns[glyphs.count] ?? []
  }

  @inline(__always)
  mutating func startRow() {
    pen = CellGlyphs.Pen()
  }

  @inline(__always)
  mutating func cell(_ block: PixelBlock) -> Cell {
    let rank = OrderedThreshold.rank(block.column, block.row)
    var colors = TwoColors(
      block.pixels, mask: search.best(block.pixels), count: glyphs.count)
    let apart = colors.first.squaredDistance(to: colors.second)
    if apart >= 3 * mixer.spacing * mixer.spacing {
      colors.first = mixer.color(for: colors.first.rawValue, at: rank)
      colors.second = mixer.color(for: colors.second.rawValue, at: rank)
    } else {
      let mean = TwoColors(block.pixels, mask: 0, count: glyphs.count).second
      (colors.second, colors.first) = mixer.pair(for: mean.rawValue, at: rank)
      colors.mask = brightHalf(
        of: block, contrast: colors.first.luma - colors.second.luma)
    }
    return glyphs.cell(colors, after: &pen)
  }

  /// The brighter half of the pixels, after the pattern has raised each by its share of the
  /// contrast.
  private func brightHalf(of block: PixelBlock, contrast: Int) -> Int {
    let count = glyphs.count
    // The chessboard continues below a cell of three rows of pixels.
    let flip = count == 6 ? block.row & 1 : 0
    var raised = SIMD8<Int32>()
    for index in 0..<count {
      raised[index] = Int32(
        (Color(rawValue: block.pixels[index]).luma * count + contrast * pattern[index ^ flip]) * 8
          + index)
    }
    var mask = 0
    for index in 0..<count {
      var brighter = 0
      for other in 0..<count where raised[other] > raised[index] { brighter += 1 }
      if 2 * brighter < count { mask |= 1 << index }
    }
    return mask
  }
}

/// Half blocks in the colors of a palette: every pixel is dithered by itself.
struct DitheredHalfBlocks: CellMaker {
  private var mixer: PaletteMixer

  init(_ palette: Palette) {
    mixer = PaletteMixer(palette)
  }

  @inline(__always)
  mutating func cell(_ block: PixelBlock) -> Cell {
    let (x, y) = (block.column, 2 * block.row)
    let upper = mixer.color(for: block.pixels[0], at: OrderedThreshold.rank(x, y))
    let lower = mixer.color(for: block.pixels[1], at: OrderedThreshold.rank(x, y + 1))
    return Cell(upper: upper, lower: lower)
  }
}

/// Cells without colors: every pixel is lit or not, in the terminal's own two colors.
///
/// Encoded brightness is dithered, not light. The light of a terminal is unknown, because its
/// foreground is seldom white and its glyphs leave gaps.
struct MonochromeCells: CellMaker {
  private let glyphs: CellGlyphs
  private let block: PixelSize

  init(_ symbols: SymbolSet) {
    glyphs = CellGlyphs(symbols)
    block = symbols.pixelsPerCell
  }

  @inline(__always)
  func cell(_ pixels: PixelBlock) -> Cell {
    let (x, y) = (pixels.column * block.width, pixels.row * block.height)
    var mask = 0
    for index in 0..<glyphs.count {
      let rank = OrderedThreshold.rank(
        x + (block.width == 1 ? 0 : index & 1), y + (block.width == 1 ? index : index >> 1))
      let luma = Color(rawValue: pixels.pixels[index]).luma
      if OrderedThreshold.isLit(luma, at: rank) { mask |= 1 << index }
    }
    var cell = Cell.blank
    cell.glyph = glyphs[mask]
    return cell
  }
}
