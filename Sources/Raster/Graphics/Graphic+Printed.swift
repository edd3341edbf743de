/// Pictures for output that scrolls by: each is one image, which the terminal draws at its cursor.
extension Graphic {
  /// A picture as one image of sixels.
  ///
  /// - Parameters: those of `sixel(of:id:cell:background:registers:isWhole:)`.
  /// - Complexity: O(pixels).
  package static func printedSixels(
    of image: PixelImage, id: UInt32, cell: PixelSize, background: Color,
    registers: SixelRegisters = .shared
  ) -> Graphic {
    let picture = registers.indexed(image.laid(over: background))
    let sixels = SixelCanvas.strips(of: picture, height: image.size.height).first ?? []
    return printed(
      "\u{1B}P0;1q".utf8 + sixels, id: id,
      GraphicPixels(of: image, cell: cell, background: background))
  }

  /// A picture as an inline image of iTerm2.
  ///
  /// - Parameters: those of `iterm2(of:id:cell:background:file:)`.
  /// - Complexity: O(pixels).
  package static func printedInline(
    of image: PixelImage, id: UInt32, cell: PixelSize, background: Color,
    file: (UnsafeRawBufferPointer, PixelSize) -> [UInt8]
  ) -> Graphic {
    let pixels = GraphicPixels(of: image, cell: cell, background: background)
    let encoded = withUnsafeTemporaryAllocation(byteCount: pixels.rgbBytes, alignment: 1) { bytes in
      if let start = bytes.baseAddress { pixels.writeRGB(to: start) }
      return file(UnsafeRawBufferPointer(bytes), pixels.size)
    }
    return printed(
      "\u{1B}]1337;".utf8 + inlineImage(encoded, over: pixels.cells), id: id, pixels)
  }

  private static func printed(_ start: [UInt8], id: UInt32, _ pixels: GraphicPixels) -> Graphic {
    Graphic(
      id: id, size: pixels.cells, payload: .printed(start + "\u{1B}\\".utf8),
      fallback: pixels.fallback(of: pixels.image))
  }
}
