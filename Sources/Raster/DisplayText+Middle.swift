extension DisplayText {
  /// The glyphs that fit, with an ellipsis in the middle if some did not: of a long name or address
  /// both ends tell most.
  ///
  /// - Complexity: O(glyphs).
  package func glyphs(fittingAroundMiddle limit: Int) -> [Glyph] {
    guard columns > limit else { return glyphs }
    guard limit > 0 else { return [] }
    var headRoom = limit / 2
    let head = glyphs.prefix { glyph in
      headRoom -= glyph.width
      return headRoom >= 0
    }
    var tailRoom = limit - 1 - head.reduce(0) { $0 + $1.width }
    let start = glyphs.lastIndex { glyph in
      tailRoom -= glyph.width
      return tailRoom < 0
    }
    let tail = glyphs[((start ?? -1) + 1)...]
    return Array(head) + CollectionOfOne(Glyph(scalar: "…", width: 1)) + tail
  }

  /// A text that takes no more than so many columns, with an ellipsis in its middle if it must.
  package static func shortened(_ text: String, toColumns limit: Int) -> String {
    var scalars = String.UnicodeScalarView()
    scalars.append(
      contentsOf: DisplayText(text).glyphs(fittingAroundMiddle: limit).map(\.scalar))
    return String(scalars)
  }
}
