/// Half blocks in 24-bit colour: every pixel is shown as it is.
struct HalfBlocks: CellMaker {
  @inline(__always)
  func cell(_ block: PixelBlock) -> Cell {
    Cell(upper: Color(rawValue: block.pixels[0]), lower: Color(rawValue: block.pixels[1]))
  }
}

/// Half blocks in the colours of a palette: every pixel is dithered by itself.
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
