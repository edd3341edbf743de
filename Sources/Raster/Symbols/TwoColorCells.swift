/// Cells of two colours in 24 bits: the two that show its pixels with the least error.
struct TwoColorCells: CellMaker {
  private let glyphs: CellGlyphs
  private let search: PartitionSearch
  private var pen = CellGlyphs.Pen()

  init(_ symbols: SymbolSet) {
    glyphs = CellGlyphs(symbols)
    search = PartitionSearch(count: glyphs.count)
  }

  @inline(__always)
  mutating func startRow() {
    pen = CellGlyphs.Pen()
  }

  @inline(__always)
  mutating func cell(_ block: PixelBlock) -> Cell {
    let mask = search.best(block.pixels)
    return glyphs.cell(
      TwoColors(block.pixels, mask: mask, count: glyphs.count), after: &pen)
  }
}
