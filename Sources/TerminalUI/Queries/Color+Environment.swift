import Raster

extension Color {
  /// The background in the variable `COLORFGBG`, such as `0;default;15`.
  ///
  /// urxvt and konsole set it to numbers of their palettes, and urxvt answers no question about its
  /// background. Only black and the two whites are the same in most palettes.
  init?(colorfgbg text: String) {
    switch text.split(separator: ";").last {
    case "0": self.init(rawValue: 0x00_0000)
    case "7": self.init(rawValue: 0xE5_E5E5)
    case "15": self.init(rawValue: 0xFF_FFFF)
    default: return nil
    }
  }
}
