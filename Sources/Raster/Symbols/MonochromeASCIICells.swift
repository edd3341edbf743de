/// Printable characters without colours: the character that covers most nearly what is bright.
///
/// White is as bright as the character that covers most. An error of a cell's mean counts as often as
/// there are parts: brightness is seen before shape.
struct MonochromeASCIICells: CellMaker {
  private let search: ShapeSearch
  private let glyphs: [UInt32]
  /// The part of a cell that is covered to show a brightness of 1.
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
    // by a sixteenth of white, and less in the dark, so that black stays blank
    let lumas = PixelPlanes(block.pixels).luma
    let noise = 1 + (Float(rank) - 31.5) / 512
    let wanted = lumas * noise * unit
    var cell = Cell.blank
    if let index = search.closest(wanted + wanted.sum()) { cell.glyph = glyphs[index] }
    return cell
  }
}
