import CNcursesw
import Raster

/// Turns cells into ncurses cells: `cchar_t` with a colour pair.
struct CellPainter {
  private static let upperHalf: wchar_t = 0x2580
  private static let lowerHalf: wchar_t = 0x2584
  private static let fullBlock: wchar_t = 0x2588

  /// nil on a terminal without colours.
  private var inks: (any InkSource)?

  init(inks: (any InkSource)?) {
    self.inks = inks
  }

  var depth: ColorDepth { inks?.depth ?? .mono }

  mutating func beginFrame() {
    inks?.beginFrame()
  }

  /// Paints one repaired row.
  ///
  /// - Returns: how many ncurses cells it is; the right half of a wide glyph is none.
  mutating func paint(
    _ row: UnsafeMutableBufferPointer<Cell>, to target: UnsafeMutableBufferPointer<cchar_t>
  ) -> Int {
    var tag = RowTag(of: row)
    var count = 0
    for cell in row where !cell.isContinuation {
      let isFlipped = cell.isHalfBlock && tag.next()
      target[count] = paint(cell, isFlipped: isFlipped)
      count += 1
    }
    return count
  }

  private mutating func paint(_ cell: Cell, isFlipped: Bool) -> cchar_t {
    var attributes = Self.attributes(of: cell.style)
    let isSpace = cell.glyph == 0x20 && attributes == 0
    let foreground = isSpace ? cell.background : cell.foreground
    guard let ink = inks?.ink(foreground: foreground, background: cell.background) else {
      return Self.paintWithoutColor(cell)
    }
    guard cell.isHalfBlock else {
      if ink.isSwapped { attributes ^= curses_reverse }
      return curses_cell(wchar_t(bitPattern: cell.glyph), attributes, ink.pair)
    }
    if isFlipped { attributes ^= curses_reverse }
    let isLower = ink.isSwapped != isFlipped
    return curses_cell(isLower ? Self.lowerHalf : Self.upperHalf, attributes, ink.pair)
  }

  /// Pictures in black and white by luminance; text is reversed on a background that is brighter.
  private static func paintWithoutColor(_ cell: Cell) -> cchar_t {
    let upper = isBright(cell.isHalfBlock ? cell.foreground : cell.background)
    let lower = isBright(cell.background)
    guard cell.isHalfBlock || cell.glyph == 0x20 else {
      let attributes = attributes(of: cell.style) ^ (lower ? curses_reverse : 0)
      return curses_cell(wchar_t(bitPattern: cell.glyph), attributes, 0)
    }
    let glyph =
      upper ? (lower ? fullBlock : upperHalf) : (lower ? lowerHalf : wchar_t(0x20))
    return curses_cell(glyph, attributes(of: cell.style), 0)
  }

  /// Half of the luminance of white or more (ITU-R BT.601 weights); the terminal's default is dark.
  private static func isBright(_ color: Color) -> Bool {
    if color.isTerminalDefault { return false }
    return 299 * Int(color.red) + 587 * Int(color.green) + 114 * Int(color.blue) >= 127_500
  }

  @inline(__always)
  private static func attributes(of style: Style) -> attr_t {
    if style.isEmpty { return 0 }
    return (style.contains(.bold) ? curses_bold : 0) | (style.contains(.dim) ? curses_dim : 0)
      | (style.contains(.underline) ? curses_underline : 0)
      | (style.contains(.reverse) ? curses_reverse : 0)
  }
}
