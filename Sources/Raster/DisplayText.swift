/// Text from outside (a file name, a server's message) made safe and measurable for cells.
///
/// Terminals disagree on joined emoji, variation selectors and combining marks, and obey control
/// and bidirectional characters; so only scalars that every terminal draws in one or two columns
/// remain: controls become U+FFFD, what has no width of its own is dropped, and text after a
/// zero-width joiner up to the next base character goes with it.
package struct DisplayText: Sendable {
  package struct Glyph: Hashable, Sendable {
    package let scalar: Unicode.Scalar
    package let width: Int
  }

  package let glyphs: [Glyph]

  package init(_ text: String) {
    var glyphs: [Glyph] = []
    glyphs.reserveCapacity(text.utf8.count)
    for character in text {
      guard let scalar = Self.drawnScalar(of: character) else { continue }
      glyphs.append(Glyph(scalar: scalar, width: CellWidth.columns(of: scalar)))
    }
    self.glyphs = glyphs
  }

  /// The columns that all of it takes.
  package var columns: Int { glyphs.reduce(0) { $0 + $1.width } }

  /// The glyphs that fit, the last of them an ellipsis if some did not.
  package func glyphs(fitting limit: Int) -> ArraySlice<Glyph> {
    guard columns > limit else { return glyphs[...] }
    var used = 0
    var kept = glyphs.prefix { glyph in
      used += glyph.width
      return used <= limit - 1
    }
    if limit > 0 { kept.append(Glyph(scalar: "…", width: 1)) }
    return kept
  }

  /// The first scalar of a character that has a width; nil where nothing is drawn.
  private static func drawnScalar(of character: Character) -> Unicode.Scalar? {
    if let ascii = character.asciiValue {
      return (0x20..<0x7F).contains(ascii) ? Unicode.Scalar(ascii) : "\u{FFFD}"
    }
    guard let scalar = character.unicodeScalars.first else { return nil }
    if character.unicodeScalars.count > 1, let composed = CellWidth.composed(character) {
      return composed
    }
    switch CellWidth.kind(of: scalar) {
    case .drawn: return scalar
    case .harmful: return "\u{FFFD}"
    case .invisible: return nil
    }
  }
}
