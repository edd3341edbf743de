extension Graphic {
  /// A picture for the kitty graphics protocol, which keeps the memory of its pixels.
  ///
  /// - Parameters:
  ///   - id: see `Graphic.id`.
  ///   - cell: the size of a cell in pixels, at least 1x2.
  ///   - background: shows through transparent pixels, and in the unfilled part of the last cells.
  /// - Complexity: O(pixels).
  package static func kitty(
    of image: PixelImage, id: UInt32, cell: PixelSize, background: Color
  ) -> Graphic {
    let pixels = GraphicPixels(of: image, cell: cell, background: background)
    return Graphic(id: id, size: pixels.cells, payload: .kitty(pixels), fallback: pixels.fallback)
  }
}
