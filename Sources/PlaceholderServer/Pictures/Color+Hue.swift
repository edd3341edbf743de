import Raster

extension Color {
  /// A colour by hue (in turns, red at 0, green at a third), saturation and lightness (0 to 1).
  ///
  /// The formula is the CSS Color specification's conversion of HSL to RGB.
  init(hue: Double, saturation: Double, lightness: Double) {
    let amplitude = saturation * min(lightness, 1 - lightness)
    func channel(_ offset: Double) -> UInt8 {
      let twelfth = (offset + hue * 12).truncatingRemainder(dividingBy: 12)
      let share = max(-1, min(twelfth - 3, 9 - twelfth, 1))
      return UInt8((lightness - amplitude * share) * 255 + 0.5)
    }
    self.init(red: channel(0), green: channel(8), blue: channel(4))
  }

  /// This colour at share 0, the other one at share 1, a mixture between.
  func mixed(with other: Color, share: Double) -> Color {
    func mix(_ from: UInt8, _ to: UInt8) -> UInt8 {
      UInt8(Double(from) + (Double(to) - Double(from)) * share + 0.5)
    }
    return Color(
      red: mix(red, other.red), green: mix(green, other.green), blue: mix(blue, other.blue))
  }

  /// Nearly white on a dark colour, nearly black on a light one.
  ///
  /// The weights are those of luma in ITU-R BT.601.
  var contrasting: Color {
    let luma = (299 * Int(red) + 587 * Int(green) + 114 * Int(blue)) / 1000
    return Color(rawValue: luma < 140 ? 0xF5F5F5 : 0x111111)
  }
}
