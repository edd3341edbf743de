import Raster

extension Canvas {
  /// Sets a caption in the middle, as large as it fits.
  ///
  /// - Parameter shadow: A colour for a shadow below and to the right, where the letters are large
  ///   enough to leave room for one.
  mutating func draw(_ caption: String, color: Color, shadow: Color?) {
    let layout = CaptionLayout(caption, in: size)
    if let shadow, layout.scale > 1 {
      let offset = (layout.scale + 1) / 2
      draw(layout, color: shadow, offset: offset)
    }
    draw(layout, color: color, offset: 0)
  }

  private mutating func draw(_ layout: CaptionLayout, color: Color, offset: Int) {
    let scale = layout.scale
    let height = (layout.lines.count * CaptionLayout.linePitch - 1) * scale
    var top = (size.height - height) / 2 + offset
    for line in layout.lines {
      let width = (line.count * CaptionLayout.columnPitch - 1) * scale
      var left = (size.width - width) / 2 + offset
      for character in line {
        draw(PlaceholderFont.standard.glyph(for: character), left, top, scale, color)
        left += CaptionLayout.columnPitch * scale
      }
      top += CaptionLayout.linePitch * scale
    }
  }

  private mutating func draw(
    _ glyph: PlaceholderFont.Glyph, _ left: Int, _ top: Int, _ scale: Int, _ color: Color
  ) {
    for (row, bits) in glyph.enumerated() {
      for column in 0..<PlaceholderFont.glyphWidth
      where bits >> (PlaceholderFont.glyphWidth - 1 - column) & 1 == 1 {
        let x = left + column * scale
        let y = top + row * scale
        fill(columns: x..<x + scale, rows: y..<y + scale, with: color)
      }
    }
  }
}
