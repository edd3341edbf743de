extension Surface {
  /// Draws a picture as half blocks: one cell shows two pixels, one above the other.
  ///
  /// An odd last row of pixels fills its cells. Over a blank half, xterm would show the gaps between the blocks of
  /// some scaled fonts as a comb.
  ///
  /// - Parameters:
  ///   - image: the picture, drawn pixel by pixel, never scaled.
  ///   - rect: the cells to fill, with the picture's top left pixel at the origin; what the picture
  ///     does not cover has the terminal's own background.
  ///   - background: shows through transparent pixels.
  ///   - clip: cells outside it stay.
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
            let upper = image.pixel(x, top, of: pixels).map(background.under) ?? .terminalDefault
            let lower = image.pixel(x, top + 1, of: pixels).map(background.under) ?? upper
            cells[row * columns + column] = Cell(upper: upper, lower: lower)
          }
        }
      }
    }
  }
}

extension Surface {
  /// Draws the rendering of a picture, with its top left cell at the rectangle's origin.
  ///
  /// - Parameters:
  ///   - rect: the cells to fill; those that the picture does not cover stay.
  ///   - clip: cells outside it stay.
  /// - Complexity: O(visible cells of `rect`).
  package mutating func draw(_ rendering: Rendering, in rect: CellRect, clip: CellRect) {
    let covered = CellRect(
      column: rect.origin.column, row: rect.origin.row,
      columns: min(rect.size.columns, rendering.size.columns),
      rows: min(rect.size.rows, rendering.size.rows))
    let visible = covered.intersection(clip).intersection(bounds)
    if visible.isEmpty { return }
    switch rendering {
    case .cells(let image): draw(image, at: rect.origin, visible: visible)
    case .graphic(let graphic):
      add(graphic)
      draw(graphic, at: rect.origin, visible: visible)
    }
  }

  private mutating func draw(_ image: CellImage, at origin: CellPoint, visible: CellRect) {
    let columns = size.columns
    image.cells.withUnsafeBufferPointer { source in
      withMutableCells { cells in
        for row in visible.rows {
          let start = (row - origin.row) * image.size.columns - origin.column
          for column in visible.columns { cells[row * columns + column] = source[start + column] }
        }
      }
    }
  }

  private mutating func draw(_ graphic: Graphic, at origin: CellPoint, visible: CellRect) {
    for row in visible.rows {
      for column in visible.columns {
        self[column, row] = Cell(
          graphic: graphic.id, column: column - origin.column, row: row - origin.row)
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

extension Surface {
  /// Draws a picture as half blocks, scaled by nearest neighbor; an odd last row of pixels fills its cells.
  ///
  /// - Parameters:
  ///   - turn: the orientation in which to draw it; upright by default.
  ///   - whole: the size to draw the whole picture in, turned, in the pixels of half blocks.
  ///   - point: the place of its top left corner, which may lie outside the surface.
  ///   - background: shows through transparent pixels.
  ///   - clip: cells outside it stay.
  /// - Complexity: O(visible cells).
  package mutating func draw(
    _ image: PixelImage, turned turn: Orientation = .upright, scaledTo whole: PixelSize,
    at point: CellPoint, background: Color, clip: CellRect
  ) {
    let place = CellRect(
      column: point.column, row: point.row, columns: whole.width, rows: (whole.height + 1) / 2)
    let visible = place.intersection(clip).intersection(bounds)
    if visible.isEmpty || image.size.area == 0 { return }
    let own = image.size.oriented(by: turn)
    let (start, right, down) = image.size.steps(of: turn)
    let sources = visible.columns.map {
      start + ($0 - point.column) * own.width / whole.width * right
    }
    let columns = size.columns
    image.pixels.withUnsafeBufferPointer { pixels in
      withMutableCells { cells in
        for row in visible.rows {
          let y = (row - point.row) * 2
          let upper = y * own.height / whole.height * down
          let lower = y + 1 < whole.height ? (y + 1) * own.height / whole.height * down : nil
          for (index, source) in sources.enumerated() {
            let color = background.under(pixels[upper + source])
            cells[row * columns + visible.origin.column + index] = Cell(
              upper: color, lower: lower.map { background.under(pixels[$0 + source]) } ?? color)
          }
        }
      }
    }
  }
}
