import Raster

/// The part of a cell that a terminal receives at a color depth.
struct SentCell: Hashable {
  /// A scalar; 0 in the right half of a wide glyph.
  let glyph: UInt32
  /// A color as sent: 24 bits, a palette index, or `terminalDefault`.
  let foreground: UInt32
  let background: UInt32
  let style: Style

  static let terminalDefault = Color.terminalDefault.rawValue

  init(_ cell: Cell, colors: ColorDepth) {
    if colors == .mono {
      self = Self(blackAndWhite: cell)
      return
    }
    let paper = Self.code(cell.background, colors)
    let ink = Self.code(cell.foreground, colors)
    let isFilled = cell.glyph == 0x2580 && ink == paper && ink != Self.terminalDefault
    let isBlank = cell.glyph == 0x20 && !cell.style.marksBlanks
    glyph = isFilled ? 0x20 : cell.glyph
    foreground = isFilled || isBlank ? Self.terminalDefault : ink
    background = paper
    style = isBlank ? .plain : cell.style
  }

  /// Converts a cell to blocks by brightness, or to text, reversed on a bright background.
  private init(blackAndWhite cell: Cell) {
    let lower = Self.isBright(cell.background)
    let upper = cell.glyph == 0x2580 ? Self.isBright(cell.foreground) : lower
    let isBlock = cell.glyph == 0x2580 || cell.glyph == 0x20
    let block: UInt32 = upper == lower ? (upper ? 0x2588 : 0x20) : upper ? 0x2580 : 0x2584
    glyph = isBlock ? block : cell.glyph
    foreground = Self.terminalDefault
    background = Self.terminalDefault
    style = lower && !isBlock ? cell.style.symmetricDifference(.reverse) : cell.style
  }

  /// Whether neither the foreground nor the weight is visible.
  var isBlank: Bool { glyph == 0x20 && !style.marksBlanks }

  private static func code(_ color: Color, _ colors: ColorDepth) -> UInt32 {
    guard let palette = Palette(colors) else { return color.rawValue }
    return palette.index(of: color).map { UInt32($0) + UInt32(palette.firstNumber) }
      ?? terminalDefault
  }

  /// The terminal's default counts as dark.
  private static func isBright(_ color: Color) -> Bool {
    !color.isTerminalDefault && color.isBright
  }
}
