extension Surface {
  /// Draws a picture as half blocks in another size than its own: each pixel is the nearest one of
  /// the picture.
  ///
  /// - Parameters:
  ///   - whole: the pixels that the whole of it would take, as half blocks show them.
  ///   - point: where its top left corner is; it may lie outside the surface.
  ///   - background: shows through transparent pixels, and where the last row is half a cell.
  ///   - clip: nothing outside it is touched.
  /// - Complexity: O(visible cells).
  package mutating func draw(
    _ image: PixelImage, scaledTo whole: PixelSize, at point: CellPoint, background: Color,
    clip: CellRect
  ) {
    let place = CellRect(
      column: point.column, row: point.row, columns: whole.width, rows: (whole.height + 1) / 2)
    let visible = place.intersection(clip).intersection(bounds)
    if visible.isEmpty || image.size.area == 0 { return }
    let sources = visible.columns.map {
      ($0 - point.column) * image.size.width / whole.width
    }
    let columns = size.columns
    image.pixels.withUnsafeBufferPointer { pixels in
      withMutableCells { cells in
        for row in visible.rows {
          let y = (row - point.row) * 2
          let upper = y * image.size.height / whole.height * image.size.width
          let lower =
            y + 1 < whole.height
            ? (y + 1) * image.size.height / whole.height * image.size.width : nil
          for (index, source) in sources.enumerated() {
            cells[row * columns + visible.origin.column + index] = Cell(
              upper: background.under(pixels[upper + source]),
              lower: lower.map { background.under(pixels[$0 + source]) } ?? background)
          }
        }
      }
    }
  }
}
