/// Reads text scalar by scalar and keeps what every terminal draws alike.
struct GlyphReader {
  private(set) var glyphs: [DisplayText.Glyph] = []
  /// The last scalar was a joiner.
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
      // the second of joined emoji; scripts that join keep their letters
      if wasJoined, scalar.properties.isEmoji { return }
      append(scalar, CellWidth.columns(of: scalar))
    }
  }

  private mutating func append(_ scalar: Unicode.Scalar, _ width: Int) {
    glyphs.append(DisplayText.Glyph(scalar: scalar, width: width))
  }

  /// Makes one glyph of the last one and a mark or a letter that joins it, where there is one.
  private mutating func compose(_ scalar: Unicode.Scalar) -> Bool {
    guard let last = glyphs.last, let whole = Composition.of(last.scalar, scalar) else {
      return false
    }
    glyphs.removeLast()
    append(whole, last.width)
    return true
  }

  /// Flags are pairs of such letters; terminals do not agree on their columns.
  private static func flagLetter(_ scalar: Unicode.Scalar) -> Unicode.Scalar? {
    guard (0x1F1E6...0x1F1FF).contains(scalar.value) else { return nil }
    return Unicode.Scalar(scalar.value - 0x1F1E6 + 0x41)
  }
}
