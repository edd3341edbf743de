/// Text from outside (a file name, a server's message) made safe and measurable for cells.
///
/// Terminals disagree on joined emoji, variation selectors, and combining marks, and obey control
/// and bidirectional characters. So only scalars remain that every terminal draws in one or two
/// columns. Controls become U+FFFD; marks without a width are composed with their base or dropped.
/// Joined emoji keep only the first, and flags become their letters.
///
/// Text that reads from right to left is reordered for drawing (see `VisualOrder`).
package struct DisplayText: Sendable {
  package struct Glyph: Hashable, Sendable {
    package let scalar: Unicode.Scalar
    package let width: Int

    package init(scalar: Unicode.Scalar, width: Int) {
      self.scalar = scalar
      self.width = width
    }
  }

  /// The glyphs in reading order.
  package let glyphs: [Glyph]
  /// The columns of the whole text.
  package let columns: Int
  /// Whether no glyph needs another order for drawing.
  private let isLeftToRight: Bool

  /// Makes a text safe to draw.
  ///
  /// - Complexity: O(bytes), some nanoseconds each for ASCII.
  package init(_ text: String) {
    if let glyphs = Self.glyphs(ofASCII: text) {
      self.glyphs = glyphs
      columns = glyphs.count
      isLeftToRight = true
      return
    }
    var reader = GlyphReader()
    for scalar in text.unicodeScalars { reader.read(scalar) }
    glyphs = reader.glyphs
    columns = glyphs.reduce(0) { $0 + $1.width }
    isLeftToRight = !glyphs.contains { VisualOrder.isRightToLeft($0.scalar) }
  }

  /// The glyphs that fit into a number of columns, in drawing order, with an ellipsis if some
  /// don't.
  package func glyphs(fitting limit: Int, _ truncation: Truncation = .end) -> [Glyph] {
    let kept = columns > limit ? shortened(to: limit, truncation) : glyphs
    return isLeftToRight ? kept : VisualOrder.of(kept)
  }

  /// A text in reading order, shortened to a number of columns with an ellipsis.
  package static func shortened(
    _ text: String, toColumns limit: Int, _ truncation: Truncation
  ) -> String {
    let text = DisplayText(text)
    let kept = text.columns > limit ? text.shortened(to: limit, truncation) : text.glyphs
    var scalars = String.UnicodeScalarView()
    scalars.append(contentsOf: kept.map(\.scalar))
    return String(scalars)
  }

  /// One line in reading order that is safe to send to any terminal.
  package static func line(_ text: String) -> String {
    shortened(text, toColumns: .max, .end)
  }

  private func shortened(to limit: Int, _ truncation: Truncation) -> [Glyph] {
    guard limit > 0 else { return [] }
    let room = limit - 1
    let tail = truncation == .middle ? Self.suffix(of: glyphs, within: room * 2 / 5) : []
    let used = tail.reduce(0) { $0 + $1.width }
    let head = Self.prefix(of: glyphs, within: room - used)
    return head + [Glyph(scalar: "…", width: 1)] + tail
  }

  private static func prefix(of glyphs: [Glyph], within room: Int) -> ArraySlice<Glyph> {
    var used = 0
    return glyphs.prefix { glyph in
      used += glyph.width
      return used <= room
    }
  }

  private static func suffix(of glyphs: [Glyph], within room: Int) -> ArraySlice<Glyph> {
    var used = 0
    var start = glyphs.endIndex
    while start > 0, used + glyphs[start - 1].width <= room {
      start -= 1
      used += glyphs[start].width
    }
    return glyphs[start...]
  }

  /// The glyphs of printable ASCII; nil for any other text.
  private static func glyphs(ofASCII text: String) -> [Glyph]? {
    var text = text
    return text.withUTF8 { bytes in
      guard bytes.allSatisfy({ $0 &- 0x20 < 0x5F }) else { return nil }
      return bytes.map { Glyph(scalar: Unicode.Scalar($0), width: 1) }
    }
  }
}

/// The place where a text that does not fit is cut.
package enum Truncation: Sendable {
  /// The end is cut, as in sentences.
  case end
  /// The middle is cut, as in names, which often differ at their ends.
  case middle
}
