/// A color of a cell: 24-bit sRGB, or the terminal's default.
package struct Color: Hashable, Sendable {
  /// `0x00RRGGBB`, or `0xFF000000` for the terminal's default.
  package let rawValue: UInt32

  @inlinable
  package init(rawValue: UInt32) {
    self.rawValue = rawValue
  }

  @inlinable
  package init(red: UInt8, green: UInt8, blue: UInt8) {
    rawValue = UInt32(red) << 16 | UInt32(green) << 8 | UInt32(blue)
  }

  /// The terminal's own foreground or background color.
  @inlinable package static var terminalDefault: Color { Color(rawValue: 0xFF00_0000) }

  @inlinable package var isTerminalDefault: Bool { self == .terminalDefault }
  @inlinable package var red: UInt8 { UInt8(truncatingIfNeeded: rawValue >> 16) }
  @inlinable package var green: UInt8 { UInt8(truncatingIfNeeded: rawValue >> 8) }
  @inlinable package var blue: UInt8 { UInt8(truncatingIfNeeded: rawValue) }

  /// This color behind a pixel, mixed by the pixel's alpha.
  @inline(__always)
  package func under(_ pixel: UInt32) -> Color {
    let alpha = pixel >> 24
    if alpha == 255 { return Color(rawValue: pixel & 0x00FF_FFFF) }
    let rest = 255 - alpha
    func mix(_ shift: UInt32) -> UInt32 {
      let sum = (pixel >> shift & 255) * alpha + (rawValue >> shift & 255) * rest
      return ((sum + 127) / 255) << shift
    }
    return Color(rawValue: mix(16) | mix(8) | mix(0))
  }

  /// Brightness from 0 to 255 (ITU-R BT.601), of the encoded values.
  @inlinable
  @inline(__always)
  package var luma: Int {
    let weighted = 299 * Int(red) + 587 * Int(green) + 114 * Int(blue)
    return (weighted + 500) / 1000
  }

  /// Whether all channels are equal.
  @inline(__always)
  var isGray: Bool { red == green && green == blue }

  /// Whether the luma is at least half of white's.
  @inlinable package var isBright: Bool { luma >= 128 }

  /// The squared distance of two colors, up to 195,075.
  @inline(__always)
  func squaredDistance(to other: Color) -> Int {
    let red = Int(red) - Int(other.red)
    let green = Int(green) - Int(other.green)
    let blue = Int(blue) - Int(other.blue)
    return red * red + green * green + blue * blue
  }
}

/// The number of colors that a terminal receives; the raw values name it in options and cache keys.
package enum ColorDepth: String, CaseIterable, Sendable {
  case trueColor = "24bit"
  case indexed256 = "256"
  case ansi16 = "16"
  case ansi8 = "8"
  case mono
}
