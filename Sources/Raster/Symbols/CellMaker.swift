/// Makes one cell after another of the pixels that it covers, row by row from the left.
protocol CellMaker {
  /// The next cell is the first of a row.
  mutating func startRow()

  mutating func cell(_ block: PixelBlock) -> Cell
}

extension CellMaker {
  mutating func startRow() {}
}

/// The pixels that one cell covers, and where it stands in its picture.
struct PixelBlock {
  /// `0x00RRGGBB`, row by row from the top; what is more than the cell has is 0.
  let pixels: SIMD8<UInt32>
  let column: Int
  let row: Int
}
