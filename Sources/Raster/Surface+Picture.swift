extension Surface {
  /// Draws a picture as half blocks: one cell shows two pixels, one above the other.
  ///
  /// - Parameters:
  ///   - image: drawn pixel by pixel, never scaled.
  ///   - rect: where it goes, picture's top left pixel at the origin; what lies outside the
  ///     surface is clipped, what the picture does not cover shows `background`.
  ///   - background: shows through transparent pixels.
  ///   - clip: nothing outside it is touched.
  /// - Complexity: O(visible cells of `rect`).
  package mutating func draw(
    _ image: PixelImage, in rect: CellRect, background: Color, clip: CellRect
  ) {
    let visible = rect.intersection(clip).intersection(bounds)
    if visible.isEmpty { return }
    let columns = size.columns
    image.pixels.withUnsafeBufferPointer { pixels in
      withMutableCells { cells in
        for row in visible.rows {
          let top = (row - rect.origin.row) * 2
          for column in visible.columns {
            let x = column - rect.origin.column
            let upper = image.pixel(x, top, of: pixels).map(background.under) ?? background
            let lower = image.pixel(x, top + 1, of: pixels).map(background.under) ?? background
            cells[row * columns + column] = Cell(upper: upper, lower: lower)
          }
        }
      }
    }
  }
}

extension PixelImage {
  @inline(__always)
  fileprivate func pixel(_ x: Int, _ y: Int, of pixels: UnsafeBufferPointer<UInt32>) -> UInt32? {
    guard x >= 0, y >= 0, x < size.width, y < size.height else { return nil }
    return pixels[y * size.width + x]
  }
}

extension Cell {
  /// A half block of two colours; a plain space where they are equal, because it is cheaper to
  /// send.
  @inline(__always)
  package init(upper: Color, lower: Color) {
    self.init(glyph: upper == lower ? " " : "▀", foreground: upper, background: lower)
  }
}
