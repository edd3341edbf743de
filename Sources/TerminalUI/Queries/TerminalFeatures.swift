import Raster

/// What a terminal can do, as far as it is known.
package struct TerminalFeatures: Hashable, Sendable {
  /// The colors it is known to show, whatever its terminfo entry says; nil where that entry has to
  /// say it, and where somebody has asked for none.
  package var colors: ColorDepth?
  /// How pictures can be sent as pixels.
  package var graphics: GraphicsProtocol
  /// What has to be around the bytes of `graphics`.
  package var passthrough: Passthrough
  /// A cell in pixels; nil when nobody knows.
  package var cellPixels: PixelSize?
  /// What to ask after a frame to learn that it is shown.
  ///
  /// Nil until the terminal has answered one, and for ever where it answers none.
  package var acknowledgement: StatusQuery?
  /// `CSI n b` repeats the last character, whatever it is.
  package var repeatsCharacters: Bool
  /// Erasing fills with the present background instead of the default one.
  package var erasesWithBackground: Bool
  /// The brackets of mode 2026 hold a frame back until it is whole.
  package var isSynchronized: Bool
  /// The finest characters that its font can be expected to have, whole and without seams, and so
  /// all coarser ones; nil where the font may be any.
  package var finestSymbols: SymbolSet?
  /// The default background, where it says which.
  package var background: Color?
  /// Name and version, for people: "kitty 0.26.5", "xterm in tmux 3.3".
  package var name: String
}

extension TerminalFeatures {
  /// Nothing is known.
  package static var unknown: TerminalFeatures {
    TerminalFeatures(
      graphics: .none, passthrough: .none, acknowledgement: nil, repeatsCharacters: false,
      erasesWithBackground: false, isSynchronized: false, finestSymbols: nil, name: "")
  }
}

/// How pictures are sent to a terminal as pixels.
package enum GraphicsProtocol: String, CaseIterable, Hashable, Sendable {
  /// Not at all: they are drawn with characters.
  case none = "symbols"
  /// The kitty graphics protocol, placed by Unicode placeholders.
  case kitty
  /// DEC sixel.
  case sixel
}
