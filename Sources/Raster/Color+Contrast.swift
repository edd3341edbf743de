extension Color {
  /// The contrast ratio of both colors (WCAG 2.2), from 1 to 21.
  package func contrast(to other: Color) -> Double {
    let (one, two) = (luminance, other.luminance)
    return (max(one, two) + 0.05) / (min(one, two) + 0.05)
  }

  /// The relative luminance (WCAG 2.2), from 0 to 1.
  private var luminance: Double {
    let light = { (channel: UInt8) in LinearLight.light(Double(channel) / 255) }
    return 0.2126 * light(red) + 0.7152 * light(green) + 0.0722 * light(blue)
  }

  /// This color, mixed with `extreme` until it has the contrast on all backgrounds; `extreme` if it never does.
  ///
  /// - Parameter depth: the terminal's color depth; the contrast is that of the nearest color it can show.
  package func readable(
    on backgrounds: [Color], contrast: Double, toward extreme: Color,
    in depth: ColorDepth = .trueColor
  ) -> Color {
    let steps: UInt32 = 17
    return (0...steps).lazy
      .map { under(($0 * (255 / steps)) << 24 | extreme.rawValue) }
      .map { depth == .indexed256 ? Palette.indexed256.nearest(to: $0) : $0 }
      .first { color in backgrounds.allSatisfy { color.contrast(to: $0) >= contrast } } ?? extreme
  }
}
