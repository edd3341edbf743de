import Raster

/// The colours of a terminal that shows fewer than 24 bits, and which of them is nearest.
///
/// Nearest is the least squared distance in sRGB, looked up by the upper five bits of each channel.
/// There is no dithering: its pattern would stand still while pictures scroll, and every row would
/// have to be sent again.
struct Palette {
  let colors: [Color]
  /// What the terminal calls the first of them.
  let firstNumber: Int32
  private let nearest: [UInt8]

  /// xterm's colours 16 to 255: a 6x6x6 cube and 24 greys. The first 16, which every theme
  /// redefines, are left out.
  static let indexed256: Palette = {
    let levels: [UInt8] = [0, 95, 135, 175, 215, 255]
    let cube = levels.flatMap { red in
      levels.flatMap { green in
        levels.map { blue in Color(red: red, green: green, blue: blue) }
      }
    }
    let greys = (0..<24).map { UInt8(8 + 10 * $0) }.map { Color(red: $0, green: $0, blue: $0) }
    return Palette(colors: cube + greys, firstNumber: 16)
  }()

  /// The colours of ECMA-48 and their bright forms, as xterm shows them.
  static let ansi16 = Palette(
    colors: [
      0x000000, 0xCD0000, 0x00CD00, 0xCDCD00, 0x0000EE, 0xCD00CD, 0x00CDCD, 0xE5E5E5,
      0x7F7F7F, 0xFF0000, 0x00FF00, 0xFFFF00, 0x5C5CFF, 0xFF00FF, 0x00FFFF, 0xFFFFFF,
    ].map(Color.init(rawValue:)), firstNumber: 0)

  static let ansi8 = Palette(colors: Array(ansi16.colors.prefix(8)), firstNumber: 0)

  /// - Precondition: at most 256 colours.
  private init(colors: [Color], firstNumber: Int32) {
    self.colors = colors
    self.firstNumber = firstNumber
    nearest = (0..<1 << 15).map { key in
      let center = [key >> 10, key >> 5 & 31, key & 31].map { $0 * 8 + 4 }
      func distance(_ color: Color) -> Int {
        let channels = zip(center, [color.red, color.green, color.blue])
        return channels.reduce(0) { $0 + ($1.0 - Int($1.1)) * ($1.0 - Int($1.1)) }
      }
      let distances = colors.map(distance)
      let index = distances.indices.min { distances[$0] < distances[$1] }
      return UInt8(truncatingIfNeeded: index ?? 0)
    }
  }

  /// The index of the nearest colour; nil for the terminal's default.
  @inline(__always)
  func index(of color: Color) -> Int? {
    if color.isTerminalDefault { return nil }
    let red = color.rawValue >> 9 & 0x7C00
    let green = color.rawValue >> 6 & 0x3E0
    let blue = color.rawValue >> 3 & 0x1F
    return Int(nearest[Int(red | green | blue)])
  }
}
