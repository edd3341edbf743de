import Raster
import TerminalGraphics

/// The known features of a terminal.
package struct TerminalFeatures: Hashable, Sendable {
  /// The colors that it is known to show, whatever its terminfo entry says.
  ///
  /// Nil if that entry decides, or if the person wants no color.
  package var colors: ColorDepth?
  /// The protocol for pictures as pixels.
  package var graphics: GraphicsProtocol
  /// The wrapper around the bytes of `graphics`.
  package var passthrough: Passthrough
  /// The medium for pictures, once the terminal has proved to read it.
  package var medium: LocalMedium?
  /// The size of a cell in pixels; nil if unknown.
  package var cellPixels: PixelSize?
  /// The status query whose answer shows that a frame is on the screen.
  ///
  /// Nil until the terminal has answered one.
  package var acknowledgement: StatusQuery?
  /// Whether `CSI n b` repeats every kind of character.
  package var repeatsCharacters: Bool
  /// Whether erased cells get the current background instead of the default one.
  package var erasesWithBackground: Bool
  /// Whether the brackets of mode 2026 delay a frame until it is complete.
  package var isSynchronized: Bool
  /// The finest symbols that the terminal draws completely and without seams, like all coarser
  /// ones.
  ///
  /// Nil if untested, or if they depend on the font.
  package var finestSymbols: SymbolSet?
  /// The colors that the terminal reports; the background may come from the environment.
  package var ownColors = OwnColors()
  /// The displayed name and version: "kitty 0.26.5", "xterm in tmux 3.3".
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
  /// Characters only, without pixels.
  case none
  /// The kitty graphics protocol, placed by Unicode placeholders.
  case kitty
  /// The kitty graphics protocol, placed over the cells.
  case kittyDirect
  /// DEC sixel, with the color registers of the terminal.
  ///
  /// If it takes whole pictures, they scroll, are cut and are covered like single rows.
  case sixel(SixelRegisters, takesWhole: Bool = false)
}
