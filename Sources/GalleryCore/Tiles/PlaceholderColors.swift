import Raster

/// The colors of a tile without a picture.
struct PlaceholderColors: Hashable, Sendable {
  /// The colors before the picture's mean color is known.
  static func plain(_ theme: Theme) -> PlaceholderColors {
    PlaceholderColors(
      background: theme.placeholder, line: theme.line, text: theme.faint, bar: theme.accent)
  }

  static func failed(_ theme: Theme) -> PlaceholderColors {
    PlaceholderColors(
      background: theme.placeholder, line: theme.failure, text: theme.failure, bar: theme.failure)
  }

  let background: Color
  let line: Color
  let text: Color
  /// The color of a load's completed part, drawn over `line`.
  let bar: Color

  private init(background: Color, line: Color, text: Color, bar: Color) {
    self.background = background
    self.line = line
    self.text = text
    self.bar = bar
  }

  /// Makes the colors for the picture's mean color.
  ///
  /// Frame and text have that color, brighter or darker, so that they are readable on it.
  init(around pixel: UInt32, _ theme: Theme) {
    background = theme.placeholder.under(pixel)
    let ink = background.isBright ? 0x000000 : 0xFFFFFF as UInt32
    line = background.under(0x40 << 24 | ink)
    text = background.under(0xA0 << 24 | ink)
    bar = background.under(0xD0 << 24 | ink)
  }
}
