/// The glyphs of a set of block symbols, by the pixels of a cell that have the foreground.
package struct CellGlyphs {
  /// The number of pixels in a cell.
  let count: Int
  private let isBraille: Bool
  /// The glyphs from no pixel to all pixels; the top left pixel is the lowest bit.
  package let all: [UInt32]
  /// The glyphs that evenly cover no quarter of a cell to four quarters; two quarters are a
  /// checkerboard.
  private let shades: [UInt32?]
  /// The checkerboard's pixels in even and in odd columns of cells.
  private let checkers: [Int]

  /// - Parameter symbols: any set but `ascii`, whose glyphs are not made of pixels.
  package init(_ symbols: SymbolSet) {
    count = symbols.pixelsPerCell.area
    isBraille = symbols == .braille
    shades =
      isBraille
      ? [0, 0b100001, nil, 0b0111_1110, 255].map { $0.map(Self.braille) } : Self.blockShades
    let (width, pixels) = (symbols.pixelsPerCell.width, 0..<count)
    checkers = [0, 1].map { column in
      pixels.filter { (column * width + $0 % width + $0 / width).isMultiple(of: 2) }
        .reduce(0) { $0 | 1 << $1 }
    }
    all = (0..<1 << count).map { mask in
      switch symbols {
      case .half, .ascii: Self.halves[mask]
      case .quadrant: Self.quadrants[mask]
      case .sextant: Self.sextant(mask)
      case .octant: Self.octants[mask]
      case .braille: Self.braille(mask)
      }
    }
  }

  subscript(mask: Int) -> UInt32 { all[mask] }

  private static let halves = " ▀▄█".unicodeScalars.map(\.value)
  private static let quadrants = " ▘▝▀▖▌▞▛▗▚▐▜▄▙▟█".unicodeScalars.map(\.value)

  /// ▒ is missing, because xterm 379 fills its gaps with another cell's background at some sizes.
  private static let blockShades: [UInt32?] = [0x20, 0x2591, nil, 0x2593, 0x2588]

  /// From U+1FB00 in the order of their bits; four patterns are older characters.
  private static func sextant(_ mask: Int) -> UInt32 {
    switch mask {
    case 0: 0x20
    case 0b010101: 0x258C
    case 0b101010: 0x2590
    case 0b111111: 0x2588
    default: UInt32(0x1FB00 + mask - 1 - (mask > 0b010101 ? 1 : 0) - (mask > 0b101010 ? 1 : 0))
    }
  }

  /// From U+1CD00 in the order of their bits; 26 patterns are other characters.
  private static let octants: [UInt32] = {
    // Corners, quarters of the height, and the middle of one side; the quadrants come below.
    var others: [Int: UInt32] = [
      0b0000_0001: 0x1CEA8, 0b0000_0010: 0x1CEAB, 0b0100_0000: 0x1CEA3, 0b1000_0000: 0x1CEA0,
      0b0000_0011: 0x1FB82, 0b0011_1111: 0x1FB85, 0b1100_0000: 0x2582, 0b1111_1100: 0x2586,
      0b0001_0100: 0x1FBE6, 0b0010_1000: 0x1FBE7,
    ]
    for (mask, glyph) in quadrants.enumerated() {
      let (upper, lower) = (mask & 3, mask >> 2)
      others[upper | upper << 2 | lower << 4 | lower << 6] = glyph
    }
    var next: UInt32 = 0x1CD00
    return (0..<256).map { mask in
      if let glyph = others[mask] { return glyph }
      next += 1
      return next - 1
    }
  }()

  /// From U+2800; the bits run down the left column, then the right, and the last row comes after
  /// both.
  private static func braille(_ mask: Int) -> UInt32 {
    let dots = [0x01, 0x08, 0x02, 0x10, 0x04, 0x20, 0x40, 0x80]
    let bits = dots.indices.reduce(0) { $0 | (mask >> $1 & 1 != 0 ? dots[$1] : 0) }
    return bits == 0 ? 0x20 : UInt32(0x2800 + bits)
  }
}

extension CellGlyphs {
  /// The cell that shows two colors.
  ///
  /// A single color becomes a space. Otherwise the top left pixel has the foreground, unless
  /// swapping the colors keeps more of the pen's. Braille dots leave gaps, so there the foreground
  /// is the color of fewer pixels.
  @inline(__always)
  func cell(_ colors: TwoColors, after pen: inout Pen) -> Cell {
    var colors = colors
    if colors.first == colors.second || colors.mask == 0 {
      pen.background = colors.second
      return Cell(glyph: " ", foreground: colors.second, background: colors.second)
    }
    if colors.mask & 1 == 0 { colors.exchange(count: count) }
    if isBraille {
      if 2 * colors.mask.nonzeroBitCount > count { colors.exchange(count: count) }
    } else if pen.kept(colors.second, colors.first) > pen.kept(colors.first, colors.second) {
      colors.exchange(count: count)
    }
    pen = Pen(foreground: colors.first, background: colors.second)
    var cell = Cell(glyph: " ", foreground: colors.first, background: colors.second)
    cell.glyph = all[colors.mask]
    return cell
  }

  /// The cell that shows a shade of two colors; `quarters` of it have the first.
  @inline(__always)
  func shade(
    _ first: Color, _ second: Color, quarters: Int, column: Int, after pen: inout Pen
  ) -> Cell {
    if quarters == 2 {
      let mask = checkers[column & 1]
      return cell(TwoColors(mask: mask, first: first, second: second), after: &pen)
    }
    var (fore, back, quarters) = (first, second, quarters)
    if pen.kept(second, first) > pen.kept(first, second) {
      (fore, back, quarters) = (second, first, 4 - quarters)
    }
    pen = Pen(foreground: fore, background: back)
    var cell = Cell(glyph: " ", foreground: fore, background: back)
    cell.glyph = glyph(ofQuarters: quarters, column: column)
    return cell
  }

  /// The glyph that covers a number of quarters evenly.
  @inline(__always)
  func glyph(ofQuarters quarters: Int, column: Int) -> UInt32 {
    shades[quarters] ?? all[checkers[column & 1]]
  }

  /// The colors of the previous cell in the row.
  struct Pen {
    var foreground = Color.terminalDefault
    var background = Color.terminalDefault

    /// The number of colors that need no change.
    @inline(__always)
    func kept(_ foreground: Color, _ background: Color) -> Int {
      (foreground == self.foreground ? 1 : 0) + (background == self.background ? 1 : 0)
    }
  }
}
