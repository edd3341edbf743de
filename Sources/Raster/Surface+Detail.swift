/// How much of a picture its cells show; each level takes about half to two thirds
/// of the bytes of the one before.
package enum DetailLevel: Int, CaseIterable, Comparable, Hashable, Sendable {
  /// Every pixel in its own color.
  case full
  /// Pairs of cells share their two colors.
  case pairs
  /// Pairs of cells share one color.
  case plainPairs
  /// Fours of cells share one color.
  case plainFours
  /// Eights of cells share one color.
  case plainEights
  /// Sixteens of cells share one color: little more than where a picture is light and dark.
  case plainSixteens
  /// All cells of a row share one color: as few changes of color as there are pictures. Rows keep
  /// a color each, because one for the whole picture would hardly be shorter.
  case plainRows

  package static func < (left: DetailLevel, right: DetailLevel) -> Bool {
    left.rawValue < right.rawValue
  }

  /// Cells of a row that share their colors.
  var blockColumns: Int {
    switch self {
    case .full: 1
    case .pairs, .plainPairs: 2
    case .plainFours: 4
    case .plainEights: 8
    case .plainSixteens: 16
    case .plainRows: 1 << 16
    }
  }

  /// True when a cell shows one color only.
  var isPlain: Bool { self >= .plainPairs }

  /// The bits of each color channel that are kept: fewer colors are more often equal to their
  /// neighbors, and then nothing has to be sent for them.
  var colorBits: UInt32 {
    switch self {
    case .full: 8
    case .pairs: 6
    case .plainPairs, .plainFours, .plainEights, .plainSixteens, .plainRows: 5
    }
  }
}

extension Surface {
  /// Takes detail away from cells that show a picture: neighbors in a row share the mean of their
  /// colors.
  ///
  /// Blocks are counted from the left edge of `rect` and are one row high, so that a picture which
  /// scrolls keeps the cells that it has. Only spaces and block elements are touched, that is
  /// pictures made of them; text and graphics stay exact.
  ///
  /// - Parameters:
  ///   - rect: the picture's rectangle, whose origin is that of the blocks.
  ///   - clip: nothing outside it is touched. Blocks that it cuts at its sides are means of what
  ///     is inside.
  /// - Complexity: O(visible cells of `rect`); it allocates nothing.
  package mutating func coarsen(_ rect: CellRect, to level: DetailLevel, clip: CellRect) {
    let visible = rect.intersection(clip).intersection(bounds)
    if level == .full || visible.isEmpty { return }
    let width = size.columns
    let step = level.blockColumns
    let first = visible.columns.lowerBound - rect.origin.column
    withMutableCells { cells in
      for row in visible.rows {
        var block = rect.origin.column + first / step * step
        while block < visible.columns.upperBound {
          let from = max(block, visible.columns.lowerBound)
          let end = min(block + step, visible.columns.upperBound)
          Self.coarsen(&cells, row * width + from..<row * width + end, to: level)
          block += step
        }
      }
    }
  }

  /// Gives the cells of one block that belong to a picture the mean of their colors.
  @inline(__always)
  private static func coarsen(
    _ cells: inout MutableSpan<Cell>, _ block: Range<Int>, to level: DetailLevel
  ) {
    var upper = ColorSum()
    var lower = ColorSum()
    for index in block where cells[index].isPictureBlock {
      cells[index].add(toUpper: &upper, lower: &lower)
    }
    guard upper.count > 0 else { return }
    if level.isPlain {
      upper.add(lower)
      lower = upper
    }
    let cell = Cell(
      upper: upper.mean(bits: level.colorBits), lower: lower.mean(bits: level.colorBits))
    for index in block where cells[index].isPictureBlock { cells[index] = cell }
  }
}

/// Adds colors up, channel by channel.
private struct ColorSum {
  var count: UInt32 = 0
  private var red: UInt32 = 0
  private var green: UInt32 = 0
  private var blue: UInt32 = 0

  @inline(__always)
  mutating func add(_ color: Color) {
    count += 1
    red += UInt32(color.red)
    green += UInt32(color.green)
    blue += UInt32(color.blue)
  }

  @inline(__always)
  mutating func add(_ other: ColorSum) {
    count += other.count
    red += other.red
    green += other.green
    blue += other.blue
  }

  /// The mean, its channels cut to their first bits; the cut bits repeat the first ones, so that
  /// black stays black and white white.
  @inline(__always)
  func mean(bits: UInt32) -> Color {
    func cut(_ sum: UInt32) -> UInt8 {
      let kept = (sum / count) & (0xFF << (8 - bits))
      return UInt8(truncatingIfNeeded: kept | kept >> bits)
    }
    return Color(red: cut(red), green: cut(green), blue: cut(blue))
  }
}

extension Cell {
  @inline(__always)
  private var isSpace: Bool { glyph == 0x20 }

  /// Adds the colors of its halves; of other blocks than half ones each half has both colors.
  @inline(__always)
  fileprivate func add(toUpper upper: inout ColorSum, lower: inout ColorSum) {
    let isHalf = glyph == 0x2580
    upper.add(isSpace ? background : foreground)
    lower.add(background)
    if !isHalf, !isSpace {
      upper.add(background)
      lower.add(foreground)
    }
  }

  /// True for a space, block element or sextant in colors of its own: what pictures are made of,
  /// and text is not.
  @inline(__always)
  fileprivate var isPictureBlock: Bool {
    let isBlock =
      isSpace || (0x2580...0x259F).contains(glyph) || (0x1FB00...0x1FB3B).contains(glyph)
    return isBlock && !background.isTerminalDefault && (isSpace || !foreground.isTerminalDefault)
  }
}
