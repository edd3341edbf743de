/// Reads text scalar by scalar, and keeps the glyphs that every terminal draws alike.
struct GlyphReader {
  private(set) var glyphs: [DisplayText.Glyph] = []
  /// Whether the last scalar was a joiner.
  private var isJoined = false

  mutating func read(_ scalar: Unicode.Scalar) {
    let wasJoined = isJoined
    isJoined = scalar == "\u{200D}"
    if let width = CellWidth.certainColumns(of: scalar) { return append(scalar, width) }
    if compose(scalar) { return }
    if let letter = Self.flagLetter(scalar) { return append(letter, 1) }
    if (0x1F3FB...0x1F3FF).contains(scalar.value), glyphs.last?.width == 2 { return }
    switch CellWidth.kind(of: scalar) {
    case .invisible: return
    case .harmful: append("\u{FFFD}", 1)
    case .drawn:
      // The second of two joined emoji is dropped; letters of scripts that use joiners are kept.
      if wasJoined, scalar.properties.isEmoji { return }
      append(scalar, CellWidth.columns(of: scalar))
    }
  }

  private mutating func append(_ scalar: Unicode.Scalar, _ width: Int) {
    glyphs.append(DisplayText.Glyph(scalar: scalar, width: width))
  }

  /// Composes the last glyph with a combining mark or Hangul letter.
  ///
  /// - Returns: false if the two have no composition.
  private mutating func compose(_ scalar: Unicode.Scalar) -> Bool {
    guard let last = glyphs.last, let whole = Composition.of(last.scalar, scalar) else {
      return false
    }
    glyphs.removeLast()
    append(whole, last.width)
    return true
  }

  /// The letter of a regional indicator; flags are pairs of them, and terminals disagree on their
  /// width.
  private static func flagLetter(_ scalar: Unicode.Scalar) -> Unicode.Scalar? {
    guard (0x1F1E6...0x1F1FF).contains(scalar.value) else { return nil }
    return Unicode.Scalar(scalar.value - 0x1F1E6 + 0x41)
  }
}

/// Canonical compositions of two scalars; some file systems store names decomposed.
enum Composition {
  /// The composition of a base and a mark, or of Hangul letters; nil if none.
  static func of(_ base: Unicode.Scalar, _ next: Unicode.Scalar) -> Unicode.Scalar? {
    if (0x300...0x36F).contains(next.value) {
      return latinLetters[UInt64(base.value) << 32 | UInt64(next.value)]
    }
    return syllable(base.value, next.value).flatMap(Unicode.Scalar.init)
  }

  /// The syllable of two conjoining jamo (the Unicode Standard, 3.12).
  private static func syllable(_ base: UInt32, _ next: UInt32) -> UInt32? {
    if base &- 0x1100 < 19, next &- 0x1161 < 21 {
      return 0xAC00 + ((base - 0x1100) * 21 + next - 0x1161) * 28
    }
    if base &- 0xAC00 < 11_172, (base - 0xAC00) % 28 == 0, next &- 0x11A8 < 27 {
      return base + next - 0x11A7
    }
    return nil
  }

  /// The composed letters, by base letter and mark.
  private static let latinLetters: [UInt64: Unicode.Scalar] = {
    let marks = (UInt32(0x300)...0x36F).compactMap(Unicode.Scalar.init)
    let letters = Array(UInt32(0x41)...0x24F) + Array(0x1E00...0x1EFF)
    let known = letters.compactMap(Unicode.Scalar.init)
    var wholes: [Character: Unicode.Scalar] = [:]
    for letter in known where letter.value >= 0xC0 { wholes[Character(letter)] = letter }
    var pairs: [UInt64: Unicode.Scalar] = [:]
    for letter in known where letter.properties.isAlphabetic {
      for mark in marks {
        var text = String.UnicodeScalarView([letter])
        text.append(mark)
        guard let whole = wholes[Character(String(text))] else { continue }
        pairs[UInt64(letter.value) << 32 | UInt64(mark.value)] = whole
      }
    }
    return pairs
  }()
}
