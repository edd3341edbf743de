import CBidirectionalText

/// Puts the glyphs of a line in drawing order, by the Unicode bidirectional algorithm (UAX 9).
///
/// The paragraph always runs from left to right, so a caption keeps its place beside numbers and lines. FriBidi finds
/// the order; if it is not installed, lines stay in reading order.
enum VisualOrder {
  /// Whether a scalar may need reordering.
  static func isRightToLeft(_ scalar: Unicode.Scalar) -> Bool {
    let value = scalar.value
    return value &- 0x590 < 0x370 || value &- 0xFB1D < 0x2E3 || value &- 0xFE70 < 0x90
      || value &- 0x1_0800 < 0x800 || value &- 0x1_E800 < 0x800
  }

  /// - Complexity: O(glyphs); the first call opens FriBidi.
  static func of(_ glyphs: [DisplayText.Glyph]) -> [DisplayText.Glyph] {
    var scalars = glyphs.map(\.scalar.value)
    var places = [Int32](repeating: 0, count: glyphs.count)
    guard bidirectional_text_order(&scalars, &places, Int32(glyphs.count)) else { return glyphs }
    return zip(scalars, places).map { scalar, place in
      let glyph = glyphs[Int(place)]
      return DisplayText.Glyph(scalar: Unicode.Scalar(scalar) ?? glyph.scalar, width: glyph.width)
    }
  }
}
