/// The amount of detail that the cells of a picture show.
///
/// Each level takes about half to two thirds of the bytes of the level before.
package enum DetailLevel: Int, CaseIterable, Comparable, Hashable, Sendable {
  /// Every pixel in its own color.
  case full
  /// Pairs of cells share their two colors.
  case pairs
  /// Pairs of cells share one color.
  case plainPairs
  /// Four neighboring cells share one color.
  case plainFours
  /// Eight neighboring cells share one color.
  case plainEights
  /// Sixteen neighboring cells share one color, which shows little more than light and dark areas.
  case plainSixteens
  /// All cells of a row share one color.
  ///
  /// One color for the whole picture would save hardly more bytes.
  case plainRows

  package static func < (left: DetailLevel, right: DetailLevel) -> Bool {
    left.rawValue < right.rawValue
  }

  /// The number of cells in a row that share their colors.
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

  /// The number of bits that each color channel keeps.
  ///
  /// Fewer distinct colors are more often equal to their neighbors, which costs no bytes.
  var colorBits: UInt32 {
    switch self {
    case .full: 8
    case .pairs: 6
    case .plainPairs, .plainFours, .plainEights, .plainSixteens, .plainRows: 5
    }
  }
}

extension Surface {
  /// Reduces the detail of a picture's cells: neighbors in a row share the mean of their colors.
  ///
  /// Blocks start at the left edge of `rect` and are one row high, so a scrolling picture keeps its
  /// cells. Only spaces and block elements change; text and graphics stay exact.
  ///
  /// - Parameters:
  ///   - rect: the picture's rectangle; blocks are counted from its origin.
  ///   - clip: cells outside it stay. A block that it cuts becomes the mean of the part inside.
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

  /// Sets the picture cells of one block to the mean of their colors.
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

/// A sum of colors, channel by channel.
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

  /// The mean, with each channel cut to its leading bits.
  ///
  /// The leading bits are repeated in the cut ones, so black stays black and white stays white.
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

  /// Adds the colors of the upper and the lower half.
  ///
  /// In other blocks than half blocks, each half has both colors.
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

  /// True for a space, block element, sextant, or octant with colors of its own, as pictures have and
  /// text has not.
  @inline(__always)
  fileprivate var isPictureBlock: Bool {
    let isBlock =
      isSpace || (0x2580...0x259F).contains(glyph) || (0x1FB00...0x1FBE7).contains(glyph)
      || (0x1CD00...0x1CEAF).contains(glyph)
    return isBlock && !background.isTerminalDefault && (isSpace || !foreground.isTerminalDefault)
  }
}
