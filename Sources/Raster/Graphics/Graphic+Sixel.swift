extension Graphic {
  /// A picture for terminals that draw sixels, a strip for each row of cells.
  ///
  /// Strips stand alone, so that one row can be drawn when it scrolls in; a cell's height need not be
  /// a multiple of six.
  ///
  /// - Parameters:
  ///   - id: see `Graphic.id`.
  ///   - cell: the pixels of a cell; at least 1x2.
  ///   - background: shows through transparent pixels, and where the last cells are not filled.
  /// - Complexity: O(pixels), and O(width * colours) a band.
  package static func sixel(
    of image: PixelImage, id: UInt32, cell: PixelSize, background: Color
  ) -> Graphic {
    let pixels = GraphicPixels(of: image, cell: cell, background: background)
    return Graphic(
      id: id, size: pixels.cells, payload: .sixel(rows: strips(of: pixels)),
      fallback: pixels.fallback)
  }

  private static func strips(of pixels: GraphicPixels) -> [[UInt8]] {
    let width = pixels.image.size.width
    var canvas = SixelCanvas(width: width, height: pixels.cell.height)
    return pixels.image.pixels.withUnsafeBufferPointer { all in
      var rows: [[UInt8]] = []
      for row in 0..<pixels.cells.rows {
        let top = row * pixels.cell.height
        let strip = all[top * width..<(top + pixels.cell.height) * width]
        rows.append(canvas.encode(UnsafeBufferPointer(rebasing: strip), top: top))
      }
      return rows
    }
  }
}
