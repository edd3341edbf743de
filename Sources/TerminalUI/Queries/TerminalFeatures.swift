import Raster

/// The features of a terminal, as far as they are known.
package struct TerminalFeatures: Hashable, Sendable {
  /// The colors that it is known to show, whatever its terminfo entry says.
  ///
  /// Nil where that entry decides, and where the person has asked for no color.
  package var colors: ColorDepth?
  /// The protocol for pictures as pixels.
  package var graphics: GraphicsProtocol
  /// The wrapper around the bytes of `graphics`.
  package var passthrough: Passthrough
  /// The way to hand over pictures, where the terminal has shown that it reads them.
  package var medium: LocalMedium?
  /// The size of a cell in pixels; nil when it is unknown.
  package var cellPixels: PixelSize?
  /// The question after a frame whose answer shows that the frame is shown.
  ///
  /// Nil until the terminal has answered one, and forever where it answers none.
  package var acknowledgement: StatusQuery?
  /// `CSI n b` repeats the last character, whatever it is.
  package var repeatsCharacters: Bool
  /// Erasing fills with the current background instead of the default one.
  package var erasesWithBackground: Bool
  /// The brackets of mode 2026 hold a frame back until it is whole.
  package var isSynchronized: Bool
  /// The finest symbols that it was seen to draw, whole and without seams, like all coarser ones.
  ///
  /// Nil where it was not seen, or where they depend on the font.
  package var finestSymbols: SymbolSet?
  /// The colors that the terminal reports; of its background the environment may know too.
  package var ownColors = OwnColors()
  /// Name and version for people: "kitty 0.26.5", "xterm in tmux 3.3".
  package var name: String
}

extension TerminalFeatures {
  /// The features of an unknown terminal.
  package static var unknown: TerminalFeatures {
    TerminalFeatures(
      graphics: .none, passthrough: .none, acknowledgement: nil, repeatsCharacters: false,
      erasesWithBackground: false, isSynchronized: false, finestSymbols: nil, name: "")
  }
}

/// The protocols that send pictures to a terminal as pixels.
package enum GraphicsProtocol: Hashable, Sendable {
  /// None: pictures are drawn with characters.
  case none
  /// The kitty graphics protocol, placed by Unicode placeholders.
  case kitty
  /// The kitty graphics protocol, placed over the cells.
  case kittyDirect
  /// DEC sixel, with the color registers of the terminal.
  ///
  /// A whole picture moves, is cut and is covered there like its rows, one by one.
  case sixel(SixelRegisters, takesWhole: Bool = false)
}
