/// Cells without colours: every pixel is lit or not, in the terminal's own two colours.
///
/// Brightness is dithered as it is encoded: a terminal's foreground is seldom white and its glyphs
/// leave gaps, so that what light is emitted can't be known.
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
