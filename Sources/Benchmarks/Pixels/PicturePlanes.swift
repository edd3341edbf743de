import Raster

/// A picture as planes of numbers from 0 to 255, one per channel.
package struct PicturePlanes: Sendable {
  /// The size in parts of cells, as in `GlyphCoverage`.
  package let size: PixelSize
  /// Red, green, and blue, or brightness alone.
  package private(set) var planes: [[Float]]

  /// Takes the pixels of a picture, without transparency.
  package init(_ image: PixelImage) {
    size = image.size
    planes = [16, 8, 0].map { shift in
      image.pixels.map { Float($0 >> UInt32(shift) & 255) }
    }
  }

  /// Draws cells.
  ///
  /// - Parameters:
  ///   - foreground: the terminal's default foreground.
  ///   - background: the terminal's default background.
  /// - Throws: `UnknownGlyph` for a glyph that `GlyphCoverage` lacks.
  package init(_ cells: CellImage, foreground: Color, background: Color) throws {
    let (across, down) = (GlyphCoverage.across, GlyphCoverage.down)
    size = PixelSize(width: cells.size.columns * across, height: cells.size.rows * down)
    var planes = [[Float]](repeating: [Float](repeating: 0, count: size.area), count: 3)
    for (index, cell) in cells.cells.enumerated() {
      guard let parts = GlyphCoverage.parts(of: cell.glyph) else {
        throw UnknownGlyph(glyph: cell.glyph)
      }
      let (row, column) = index.quotientAndRemainder(dividingBy: cells.size.columns)
      var ink = cell.foreground.isTerminalDefault ? foreground : cell.foreground
      var paper = cell.background.isTerminalDefault ? background : cell.background
      if cell.style.contains(.reverse) { swap(&ink, &paper) }
      for (plane, shift) in [16, 8, 0].enumerated() {
        let fore = Float(ink.rawValue >> UInt32(shift) & 255)
        let back = Float(paper.rawValue >> UInt32(shift) & 255)
        let values = parts * (fore - back) + back
        for part in 0..<across * down {
          let (y, x) = part.quotientAndRemainder(dividingBy: across)
          planes[plane][(row * down + y) * size.width + column * across + x] = values[part]
        }
      }
    }
    self.planes = planes
  }

  /// A glyph whose shape is unknown.
  package struct UnknownGlyph: Error, CustomStringConvertible {
    let glyph: UInt32
    package var description: String { "the shape of U+\(String(glyph, radix: 16)) is unknown" }
  }

  private init(size: PixelSize, planes: [[Float]]) {
    self.size = size
    self.planes = planes
  }

  /// The brightness of the pixels (ITU-R BT.601).
  package var luma: PicturePlanes {
    guard planes.count == 3 else { return self }
    let (red, green, blue) = (planes[0], planes[1], planes[2])
    let luma = red.indices.map { red[$0] * 0.299 + green[$0] * 0.587 + blue[$0] * 0.114 }
    return PicturePlanes(size: size, planes: [luma])
  }

  /// The same picture, blurred.
  package func blurred(_ blur: Blur) -> PicturePlanes {
    PicturePlanes(size: size, planes: planes.map { blur.applied(to: $0, size) })
  }
}
