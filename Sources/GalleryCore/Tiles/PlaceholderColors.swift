import Raster

/// The colours of a tile without a picture.
struct PlaceholderColors: Hashable, Sendable {
  static let plain = PlaceholderColors(
    background: Theme.placeholder, line: Theme.line, text: Theme.faint, bar: Theme.accent)

  static let failed = PlaceholderColors(
    background: Theme.placeholder, line: Theme.failure, text: Theme.failure, bar: Theme.failure)

  let background: Color
  let line: Color
  let text: Color
  /// What is done of a load, over `line`.
  let bar: Color

  private init(background: Color, line: Color, text: Color, bar: Color) {
    self.background = background
    self.line = line
    self.text = text
    self.bar = bar
  }

  /// Those that go with the mean colour of the picture: it is all that is known of it.
  ///
  /// Frame and words are that colour, brighter or darker, so that they are read on it.
  init(around pixel: UInt32) {
    background = Theme.placeholder.under(pixel)
    let ink = background.isDark ? 0xFFFFFF : 0x000000 as UInt32
    line = background.under(0x40 << 24 | ink)
    text = background.under(0xA0 << 24 | ink)
    bar = background.under(0xD0 << 24 | ink)
  }
}

extension Color {
  /// Whether white is easier to read on it than black: by its luma (ITU-R BT.601).
  fileprivate var isDark: Bool {
    299 * Int(red) + 587 * Int(green) + 114 * Int(blue) < 128 * 1_000
  }
}
