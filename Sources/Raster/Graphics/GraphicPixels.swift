/// The pixels of a picture as a terminal shows them: opaque, and filling whole cells.
struct GraphicPixels {
  let cells: CellSize
  let cell: PixelSize
  /// Row by row, `0xFFRRGGBB`.
  let image: PixelImage

  /// Lays a picture over a background, which also fills the rest of the last column and row.
  ///
  /// - Precondition: a cell is at least 1x2, the picture at least 1x1.
  init(of picture: PixelImage, cell: PixelSize, background: Color) {
    precondition(cell.width >= 1 && cell.height >= 2, "a cell of \(cell) shows no half blocks")
    precondition(picture.size.width >= 1 && picture.size.height >= 1)
    self.cell = cell
    cells = CellSize(
      columns: (picture.size.width + cell.width - 1) / cell.width,
      rows: (picture.size.height + cell.height - 1) / cell.height)
    let size = PixelSize(width: cells.columns * cell.width, height: cells.rows * cell.height)
    image =
      size == picture.size && picture.isOpaque
      ? picture : Self.laid(picture, over: background, filling: size)
  }

  /// The same picture in half blocks, by the average of the pixels under each half.
  ///
  /// - Complexity: O(pixels).
  var fallback: CellImage {
    let target = PixelSize(width: cells.columns, height: 2 * cells.rows)
    let small = image.averaged(PixelRect(x: 0, y: 0, size: image.size), to: target).pixels
    var halves: [Cell] = []
    halves.reserveCapacity(cells.area)
    for row in 0..<cells.rows {
      for column in 0..<cells.columns {
        let upper = small[2 * row * target.width + column]
        let lower = small[(2 * row + 1) * target.width + column]
        halves.append(
          Cell(
            upper: Color(rawValue: upper & 0xFF_FFFF), lower: Color(rawValue: lower & 0xFF_FFFF)))
      }
    }
    return CellImage(size: cells, cells: halves)
  }

  private static func laid(
    _ picture: PixelImage, over background: Color, filling size: PixelSize
  ) -> PixelImage {
    let paper = 0xFF00_0000 | background.rawValue & 0xFF_FFFF
    var pixels = [UInt32](repeating: paper, count: size.area)
    picture.pixels.withUnsafeBufferPointer { source in
      pixels.withUnsafeMutableBufferPointer { target in
        for y in 0..<picture.size.height {
          for x in 0..<picture.size.width {
            let pixel = source[y * picture.size.width + x]
            target[y * size.width + x] = 0xFF00_0000 | background.under(pixel).rawValue & 0xFF_FFFF
          }
        }
      }
    }
    return PixelImage(size: size, pixels: pixels)
  }
}

extension PixelImage {
  fileprivate var isOpaque: Bool { pixels.reduce(0xFF00_0000, &) >> 24 == 255 }
}
