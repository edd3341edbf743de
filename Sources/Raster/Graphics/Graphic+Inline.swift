extension Graphic {
  /// A picture for terminals with the inline images of iTerm2.
  ///
  /// Each row of cells is an image of its own, so it can be drawn when it scrolls in. The protocol
  /// is that of https://iterm2.com/documentation-images.html; `doNotMoveCursor` is WezTerm's.
  ///
  /// - Parameters:
  ///   - id: see `Graphic.id`.
  ///   - cell: the size of a cell in pixels, at least 1x2.
  ///   - background: shows through transparent pixels, and in the unfilled part of the last cells.
  ///   - file: encodes red, green, and blue bytes as a file that the terminal reads.
  /// - Complexity: O(pixels).
  package static func iterm2(
    of image: PixelImage, id: UInt32, cell: PixelSize, background: Color,
    file: (UnsafeRawBufferPointer, PixelSize) -> [UInt8]
  ) -> Graphic {
    let pixels = GraphicPixels(of: image, cell: cell, background: background)
    let strip = PixelSize(width: pixels.size.width, height: cell.height)
    let rows = withUnsafeTemporaryAllocation(byteCount: pixels.rgbBytes, alignment: 1) { bytes in
      if let start = bytes.baseAddress { pixels.writeRGB(to: start) }
      return (0..<pixels.cells.rows).map { row in
        let part = bytes[row * 3 * strip.area..<(row + 1) * 3 * strip.area]
        return inlineImage(
          file(UnsafeRawBufferPointer(rebasing: part), strip),
          over: CellSize(columns: pixels.cells.columns, rows: 1))
      }
    }
    return Graphic(
      id: id, size: pixels.cells, payload: .iterm2(rows: rows),
      fallback: pixels.fallback(of: pixels.image))
  }

  /// The command that draws a file over cells, without the sequence around it.
  static func inlineImage(_ file: [UInt8], over cells: CellSize) -> [UInt8] {
    let size = "size=\(file.count);width=\(cells.columns);height=\(cells.rows)"
    let control = "File=inline=1;\(size);preserveAspectRatio=0;doNotMoveCursor=1:"
    return control.utf8 + Base64.text(of: file)
  }
}
