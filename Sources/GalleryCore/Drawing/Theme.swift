import Raster

/// The gallery's own colors; pictures have theirs.
///
/// They are for the gallery's own backgrounds. The terminal's background may be dark or bright, so
/// text on it has the terminal's own color, or a medium one.
package enum Theme {
  /// The color behind pictures, visible through their transparent pixels.
  package static let picture = Color(rawValue: 0x14_161B)
  static let placeholder = Color(rawValue: 0x1E_2128)
  static let line = Color(rawValue: 0x3C_4350)
  static let faint = Color(rawValue: 0x7D_8596)
  static let text = Color(rawValue: 0xD5_D9E2)
  static let accent = Color(rawValue: 0xF2_B84B)
  static let accentText = Color(rawValue: 0x1A_1405)
  static let failure = Color(rawValue: 0xE0_6C75)
  static let bar = Color(rawValue: 0x26_2A33)
  static let panel = Color(rawValue: 0x10_1216)
  static let good = Color(rawValue: 0x7F_C97F)
}
