extension Graphic {
  /// A picture for the kitty graphics protocol, which keeps the memory of its pixels.
  ///
  /// - Parameters:
  ///   - id: see `Graphic.id`.
  ///   - cell: the size of a cell in pixels, at least 1x2.
  ///   - background: shows through transparent pixels, and in the unfilled part of the last cells.
  ///   - deflate: compresses bytes for zlib, or returns nil where they are better sent as they are;
  ///     no compression by default.
  /// - Complexity: O(pixels).
  package static func kitty(
    of image: PixelImage, id: UInt32, cell: PixelSize, background: Color,
    deflate: ((UnsafeRawBufferPointer) -> [UInt8]?)? = nil
  ) -> Graphic {
    var pixels = GraphicPixels(of: image, cell: cell, background: background)
    if let deflate { pixels.deflate(deflate) }
    return Graphic(
      id: id, size: pixels.cells, payload: .kitty(pixels),
      fallback: pixels.fallback(of: pixels.image))
  }
}
