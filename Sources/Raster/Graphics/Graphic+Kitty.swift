extension Graphic {
  /// A picture for the kitty graphics protocol, which keeps the memory of its pixels.
  ///
  /// - Parameters:
  ///   - id: see `Graphic.id`.
  ///   - cell: the size of a cell in pixels, at least 1x2.
  ///   - background: shows through transparent pixels, and in the unfilled part of the last cells.
  ///   - deflate: compresses bytes for zlib, or returns nil to send them as they are; no compression
  ///     by default.
  /// - Complexity: O(pixels).
  package static func kitty(
    of image: PixelImage, id: UInt32, cell: PixelSize, background: Color,
    deflate: ((UnsafeRawBufferPointer) -> [UInt8]?)? = nil
  ) -> Graphic {
    kitty(GraphicPixels(of: image, cell: cell, background: background), id: id, deflate: deflate)
  }

  /// A picture for the kitty graphics protocol that the terminal stretches over cells.
  ///
  /// The terminal keeps the picture's shape and puts it in the middle of the cells.
  ///
  /// - Parameters: those of `kitty(of:id:cell:background:deflate:)`.
  /// - Complexity: O(pixels).
  package static func kitty(
    stretching image: PixelImage, over cells: CellSize, id: UInt32, background: Color,
    deflate: ((UnsafeRawBufferPointer) -> [UInt8]?)? = nil
  ) -> Graphic {
    kitty(
      GraphicPixels(of: image, stretchedOver: cells, background: background), id: id,
      deflate: deflate)
  }

  private static func kitty(
    _ pixels: GraphicPixels, id: UInt32, deflate: ((UnsafeRawBufferPointer) -> [UInt8]?)?
  ) -> Graphic {
    var pixels = pixels
    if let deflate { pixels.deflate(deflate) }
    return Graphic(
      id: id, size: pixels.cells, payload: .kitty(pixels),
      fallback: pixels.fallback(of: pixels.image))
  }
}
