/// The attributes of a glyph besides its colors.
///
/// Colors, styles, and cells are inlinable, because other targets create thousands of them per
/// frame.
package struct Style: OptionSet, Hashable, Sendable {
  package let rawValue: UInt32

  @inlinable
  package init(rawValue: UInt32) {
    self.rawValue = rawValue
  }

  /// No style; unlike `[]` it is a constant in every target.
  @inlinable package static var plain: Style { Style(rawValue: 0) }

  package static let bold = Style(rawValue: 1)
  package static let dim = Style(rawValue: 2)
  package static let underline = Style(rawValue: 4)
  package static let reverse = Style(rawValue: 8)

  /// Whether the style is visible on a blank cell: underline or reverse.
  ///
  /// A mask, because a set literal would be built again at every use.
  @inlinable package var marksBlanks: Bool { rawValue & 0b1100 != 0 }
}

/// One character position: 16 bytes without pointers, so that grids are compared as memory.
package struct Cell: Hashable, Sendable {
  /// The Unicode scalar that is shown; 0 in the right half of a wide glyph.
  package var glyph: UInt32
  package var foreground: Color
  package var background: Color
  package var style: Style

  @inlinable
  package init(
    glyph: Unicode.Scalar, foreground: Color = .terminalDefault,
    background: Color = .terminalDefault, style: Style = .plain
  ) {
    self.glyph = glyph.value
    self.foreground = foreground
    self.background = background
    self.style = style
  }

  @inlinable package static var blank: Cell { Cell(glyph: " ") }

  /// Written out, because other targets would call a synthesized comparison through the protocol.
  @inlinable
  package static func == (one: Cell, other: Cell) -> Bool {
    one.glyph == other.glyph && one.foreground.rawValue == other.foreground.rawValue
      && one.background.rawValue == other.background.rawValue
      && one.style.rawValue == other.style.rawValue
  }

  /// True in the right half of a wide glyph, which is drawn by the cell to its left.
  @inlinable package var isContinuation: Bool { glyph == 0 }

  @inlinable package var scalar: Unicode.Scalar { Unicode.Scalar(glyph) ?? "\u{FFFD}" }
}

extension Cell {
  /// A half block of two colors, or a space where they are equal, which takes fewer bytes to send.
  @inline(__always)
  package init(upper: Color, lower: Color) {
    self.init(glyph: upper == lower ? " " : "▀", foreground: upper, background: lower)
  }
}
