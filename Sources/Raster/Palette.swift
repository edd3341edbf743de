/// The colors of a terminal with fewer than 24 bits, and the search for the nearest of them.
///
/// The nearest color has the least squared distance in sRGB. The lookup takes the upper five bits
/// of each channel, and all bits of grays, so every color of the palette is its own nearest.
///
/// `CellConverter` dithers, in a picture's own coordinates. A pattern fixed to the screen would
/// change every row of a scrolling picture.
package struct Palette: Sendable {
  package let colors: [Color]
  /// The terminal's number of the first color.
  package let firstNumber: Int32
  private let nearest: [UInt8]
  private let nearestToGray: [UInt8]

  /// xterm's colors 16 to 255, a 6x6x6 cube and 24 grays.
  ///
  /// The first 16 are left out, because every theme redefines them.
  package static let indexed256: Palette = {
    let levels = [0, 95, 135, 175, 215, 255]
    let cube = (0..<216).map {
      Color(
        red: UInt8(levels[$0 / 36]), green: UInt8(levels[$0 / 6 % 6]), blue: UInt8(levels[$0 % 6]))
    }
    let grays = (0..<24).map { UInt8(8 + 10 * $0) }.map { Color(red: $0, green: $0, blue: $0) }
    let all = cube + grays
    // A squared distance is a sum over channels: the nearest color of the cube is nearest in each
    // channel, and the nearest gray is nearest to the mean.
    func level(_ channel: UInt8) -> Int { channel < 48 ? 0 : max(1, (Int(channel) - 35) / 40) }
    return Palette(colors: all, firstNumber: 16) { color in
      let inCube = level(color.red) * 36 + level(color.green) * 6 + level(color.blue)
      let sum = Int(color.red) + Int(color.green) + Int(color.blue)
      let gray = 216 + min(23, max(0, (sum / 3 - 3) / 10))
      return color.squaredDistance(to: all[gray]) < color.squaredDistance(to: all[inCube])
        ? gray : inCube
    }
  }()

  /// The colors of ECMA-48 and their bright forms, as xterm shows them.
  package static let ansi16 = Palette(
    few: [
      0x000000, 0xCD0000, 0x00CD00, 0xCDCD00, 0x0000EE, 0xCD00CD, 0x00CDCD, 0xE5E5E5,
      0x7F7F7F, 0xFF0000, 0x00FF00, 0xFFFF00, 0x5C5CFF, 0xFF00FF, 0x00FFFF, 0xFFFFFF,
    ].map(Color.init(rawValue:)))

  package static let ansi8 = Palette(few: Array(ansi16.colors.prefix(8)))

  /// The grays of this palette; their indexes are not the terminal's.
  func grays() -> Palette {
    Palette(few: colors.filter(\.isGray))
  }

  /// - Complexity: O(colors), 32,768 times.
  private init(few colors: [Color]) {
    self.init(colors: colors, firstNumber: 0) { color in
      var nearest = 0
      for index in colors.indices
      where color.squaredDistance(to: colors[index]) < color.squaredDistance(to: colors[nearest]) {
        nearest = index
      }
      return nearest
    }
  }

  private init(colors: [Color], firstNumber: Int32, nearest: (Color) -> Int) {
    self.colors = colors
    self.firstNumber = firstNumber
    self.nearest = (0..<1 << 15).map { key in
      let center = Color(
        red: UInt8((key >> 10) << 3 | 4), green: UInt8((key >> 5 & 31) << 3 | 4),
        blue: UInt8((key & 31) << 3 | 4))
      return UInt8(nearest(center))
    }
    nearestToGray = (0...255).map { UInt8(nearest(Color(red: $0, green: $0, blue: $0))) }
  }

  /// Creates the palette of a depth; nil for 24-bit color and for monochrome.
  package init?(_ depth: ColorDepth) {
    switch depth {
    case .trueColor, .mono: return nil
    case .indexed256: self = .indexed256
    case .ansi16: self = .ansi16
    case .ansi8: self = .ansi8
    }
  }

  /// The index of the nearest color; nil for the terminal's default.
  @inline(__always)
  package func index(of color: Color) -> Int? {
    color.isTerminalDefault ? nil : nearestIndex(to: color)
  }

  /// The index of the nearest color; the terminal's default counts as black.
  @inline(__always)
  func nearestIndex(to color: Color) -> Int {
    if color.isGray {
      return Int(nearestToGray[Int(color.red)])
    }
    let red = color.rawValue >> 9 & 0x7C00
    let green = color.rawValue >> 6 & 0x3E0
    let blue = color.rawValue >> 3 & 0x1F
    return Int(nearest[Int(red | green | blue)])
  }

  /// The nearest color; the terminal's default counts as black.
  package func nearest(to color: Color) -> Color { colors[nearestIndex(to: color)] }
}
