import Raster

/// How a person wants pictures shown; `auto`, and nil, leave it to what the terminal can do.
package struct ScreenWishes: Hashable, Sendable {
  /// The raw values are those of `--presenter`.
  package enum PresenterKind: String, CaseIterable, Sendable {
    case auto, direct, curses
  }

  /// Whether the terminal draws pictures itself; the raw values are those of `--graphics`.
  package enum Graphics: String, CaseIterable, Sendable {
    case auto, symbols, kitty, sixel
  }

  package var presenter = PresenterKind.auto
  package var colors: ColorDepth?
  package var graphics = Graphics.auto
  /// The characters where pictures are drawn with characters: half blocks by default, nil for the
  /// best that the terminal can be expected to show.
  package var symbols: SymbolSet? = .half

  package init() {}
}
