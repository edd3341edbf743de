/// How a glyph is drawn beyond its colours.
package struct Style: OptionSet, Hashable, Sendable {
  package let rawValue: UInt32

  package init(rawValue: UInt32) {
    self.rawValue = rawValue
  }

  package static let bold = Style(rawValue: 1)
  package static let dim = Style(rawValue: 2)
  package static let underline = Style(rawValue: 4)
  package static let reverse = Style(rawValue: 8)
}

/// One character position: 16 bytes, no pointers, so that a grid of them is compared as memory.
package struct Cell: Hashable, Sendable {
  /// The Unicode scalar that is shown; 0 in the right half of a wide glyph.
  package var glyph: UInt32
  package var foreground: Color
  package var background: Color
  package var style: Style

  package init(
    glyph: Unicode.Scalar, foreground: Color = .terminalDefault,
    background: Color = .terminalDefault, style: Style = []
  ) {
    self.glyph = glyph.value
    self.foreground = foreground
    self.background = background
    self.style = style
  }

  package static let blank = Cell(glyph: " ")

  /// True in the right half of a wide glyph, which is drawn by the cell to its left.
  package var isContinuation: Bool { glyph == 0 }

  package var scalar: Unicode.Scalar { Unicode.Scalar(glyph) ?? "\u{FFFD}" }
}
