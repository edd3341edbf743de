import Raster

extension Palette {
  /// The index to write text in whose colours were mapped to two of this palette: the same, or, where
  /// too little of their contrast is left, that of the grey that is nearest to the text's colour and
  /// has enough.
  ///
  /// Contrast is the difference in luma. A quarter of what there was is enough, and an eighth of the
  /// whole range always is.
  func legible(
    _ foreground: Int32, on background: Int32, for text: Color, on paper: Color
  ) -> Int32 {
    if text == paper { return foreground }
    let wanted = min(32, text.contrast(to: paper) / 4)
    let shownPaper = colors[Int(background)]
    if foreground != background, colors[Int(foreground)].contrast(to: shownPaper) >= wanted {
      return foreground
    }
    let greys = colors.indices.lazy.filter { index in
      let color = colors[index]
      return color.red == color.green && color.green == color.blue
        && color.contrast(to: shownPaper) >= max(32, wanted)
    }
    let best = greys.min { colors[$0].contrast(to: text) < colors[$1].contrast(to: text) }
    return best.map { Int32(truncatingIfNeeded: $0) } ?? foreground
  }
}

extension Color {
  /// How different two colours are in brightness, from 0 to 255: their luma by ITU-R BT.601.
  func contrast(to other: Color) -> Int {
    abs(brightness - other.brightness)
  }

  private var brightness: Int {
    (299 * Int(red) + 587 * Int(green) + 114 * Int(blue)) / 1_000
  }
}

extension Cell {
  /// True for text and lines, of which nothing is seen without contrast; false for what pictures are
  /// drawn with: blocks, braille and the symbols for legacy computing.
  var isWritten: Bool {
    glyph > 0x20 && glyph &- 0x2580 >= 0x20 && glyph &- 0x2800 >= 0x100
      && glyph &- 0x1_FB00 >= 0x100
  }
}
