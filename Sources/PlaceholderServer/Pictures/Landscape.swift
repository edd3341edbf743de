import Raster
import SimulationModels

/// The scene behind a caption: an evening sky, a low sun and three hills, all determined by a text.
///
/// Every row is a few uniform spans, which are drawn fast and compress well. Every color is dark enough for a nearly
/// white caption. Positions are fractions of the width and the height.
struct Landscape {
  private struct Hill {
    var peak: (x: Double, y: Double)
    var halfWidth: Double
    var color: Color
  }

  private let sky: (top: Color, bottom: Color)
  private let sun: (x: Double, y: Double, radius: Double, color: Color)
  private let hills: [Hill]

  init(of text: String) {
    var random = SeededGenerator(text: text)
    func pick(_ range: ClosedRange<Double>) -> Double { Double.random(in: range, using: &random) }

    let hue = pick(0...1)
    let bottomHue = hue + pick(0.05...0.14)
    sky = (
      Color(hue: hue, saturation: 0.65, lightness: 0.2),
      Color(hue: bottomHue, saturation: 0.6, lightness: 0.38)
    )
    sun = (
      pick(0.15...0.85), pick(0.2...0.5), pick(0.16...0.26),
      Color(hue: bottomHue + 0.1, saturation: 0.6, lightness: 0.42)
    )
    let hillHue = bottomHue + pick(0.2...0.5)
    hills = [0.3, 0.23, 0.16].map { lightness in
      Hill(
        peak: (pick(0...1), pick(0.4...0.8)), halfWidth: pick(0.3...0.8),
        color: Color(hue: hillHue, saturation: 0.45, lightness: lightness))
    }
  }

  /// Draws on the whole canvas.
  func draw(on canvas: inout PictureCanvas) {
    let width = Double(canvas.size.width)
    let height = Double(canvas.size.height)
    let radius = sun.radius * min(width, height)
    for row in 0..<canvas.size.height {
      let y = Double(row) + 0.5
      func span(around center: Double, _ reach: Double, _ color: Color) {
        let columns = Int((center - reach).rounded())..<Int((center + reach).rounded())
        canvas.fill(columns: columns, rows: row..<row + 1, with: color)
      }
      span(around: width / 2, width, sky.top.mixed(with: sky.bottom, share: y / height))
      let distance = y - sun.y * height
      if abs(distance) < radius {
        let reach = (radius * radius - distance * distance).squareRoot()
        span(around: sun.x * width, reach, sun.color)
      }
      for hill in hills where y > hill.peak.y * height {
        let depth = (y / height - hill.peak.y) / (1 - hill.peak.y)
        span(around: hill.peak.x * width, depth * hill.halfWidth * width, hill.color)
      }
    }
  }
}

extension Color {
  /// Creates a color from a hue (in turns, red at 0, green at a third), a saturation and a lightness (0 to 1).
  ///
  /// The formula is the conversion of HSL to RGB in the CSS Color specification.
  init(hue: Double, saturation: Double, lightness: Double) {
    let amplitude = saturation * min(lightness, 1 - lightness)
    func channel(_ offset: Double) -> UInt8 {
      let twelfth = (offset + hue * 12).truncatingRemainder(dividingBy: 12)
      let share = max(-1, min(twelfth - 3, 9 - twelfth, 1))
      return UInt8((lightness - amplitude * share) * 255 + 0.5)
    }
    self.init(red: channel(0), green: channel(8), blue: channel(4))
  }

  /// The mixture of this color at share 0 and another one at share 1.
  func mixed(with other: Color, share: Double) -> Color {
    func mix(_ from: UInt8, _ to: UInt8) -> UInt8 {
      UInt8(Double(from) + (Double(to) - Double(from)) * share + 0.5)
    }
    return Color(
      red: mix(red, other.red), green: mix(green, other.green), blue: mix(blue, other.blue))
  }

  /// A contrasting color: nearly white or nearly black.
  ///
  /// The weights are those of luma in ITU-R BT.601.
  var contrasting: Color {
    let luma = (299 * Int(red) + 587 * Int(green) + 114 * Int(blue)) / 1000
    return Color(rawValue: luma < 140 ? 0xF5F5F5 : 0x111111)
  }
}
