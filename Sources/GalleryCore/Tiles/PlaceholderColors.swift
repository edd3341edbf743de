import Raster

/// The colors of a tile without a picture.
struct PlaceholderColors: Hashable, Sendable {
  /// The colors before anything is known of the picture.
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

  /// Makes the colors that match the picture's mean color, the only thing known about it.
  ///
  /// Frame and words have that color, brighter or darker, so that they can be read on it.
  init(around pixel: UInt32, _ theme: Theme) {
    background = theme.placeholder.under(pixel)
    let ink = background.isBright ? 0x000000 : 0xFFFFFF as UInt32
    line = background.under(0x40 << 24 | ink)
    text = background.under(0xA0 << 24 | ink)
    bar = background.under(0xD0 << 24 | ink)
  }
}
