/// The sharpness of a picture's cells, from the sharpest to the coarsest.
///
/// Each case takes about half to two thirds of the bytes of the case before.
package enum Sharpness: Int, CaseIterable, Comparable, Hashable, Sendable {
  /// Every pixel in its own color.
  case full
  /// Every pixel in a color near its own, often the color of its neighbor.
  case near
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

  /// Whether `left` is coarser.
  package static func < (left: Sharpness, right: Sharpness) -> Bool {
    left.stepsBelowFull > right.stepsBelowFull
  }

  /// The number of sharper cases.
  package var stepsBelowFull: Int { rawValue }

  /// The number of cells in a row that share their colors.
  var blockColumns: Int {
    switch self {
    case .full, .near: 1
    case .plainPairs: 2
    case .plainFours: 4
    case .plainEights: 8
    case .plainSixteens: 16
    case .plainRows: 1 << 16
    }
  }

  /// True when a cell shows one color only, which it shares with its neighbors.
  var isPlain: Bool { self <= .plainPairs }
}

extension Surface {
  /// Reduces the sharpness of a picture's cells: neighbors in a row share colors.
  ///
  /// Rows are independent, and blocks start at the left edge of `rect`, so a scrolling picture keeps
  /// its cells. Only spaces and block elements change; text and graphics stay exact.
  ///
  /// - Parameters:
  ///   - rect: the picture's rectangle; blocks are counted from its origin.
  ///   - clip: cells outside it stay. A block that it cuts becomes the mean of the part inside.
  /// - Complexity: O(visible cells of `rect`); it allocates nothing.
  package mutating func coarsen(_ rect: CellRect, to sharpness: Sharpness, clip: CellRect) {
    let visible = rect.intersection(clip).intersection(bounds)
    if sharpness == .full || visible.isEmpty { return }
    if sharpness == .near { return takeNearColors(visible) }
    let width = size.columns
    let step = sharpness.blockColumns
    let first = visible.columns.lowerBound - rect.origin.column
    withMutableCells { cells in
      for row in visible.rows {
        var block = rect.origin.column + first / step * step
        while block < visible.columns.upperBound {
          let from = max(block, visible.columns.lowerBound)
          let end = min(block + step, visible.columns.upperBound)
          Self.coarsen(&cells, row * width + from..<row * width + end)
          block += step
        }
      }
    }
  }

  /// Sets the picture cells of one block to the mean of their colors.
  @inline(__always)
  private static func coarsen(_ cells: inout MutableSpan<Cell>, _ block: Range<Int>) {
    var sum = ColorSum()
    for index in block where cells[index].isPictureBlock { cells[index].add(to: &sum) }
    guard sum.count > 0 else { return }
    let mean = sum.mean
    for index in block where cells[index].isPictureBlock {
      cells[index] = Cell(upper: mean, lower: mean)
    }
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

  /// The mean, with each channel reduced to five bits.
  ///
  /// Fewer colors are more often equal to their neighbors, which costs no bytes. The upper bits
  /// fill the lower ones, so black stays black and white stays white.
  @inline(__always)
  var mean: Color {
    func cut(_ sum: UInt32) -> UInt8 {
      let kept = (sum / count) & 0xF8
      return UInt8(truncatingIfNeeded: kept | kept >> 5)
    }
    return Color(red: cut(red), green: cut(green), blue: cut(blue))
  }
}

extension Cell {
  @inline(__always)
  private var isSpace: Bool { glyph == 0x20 }

  /// Adds both colors of a cell with equal weight.
  @inline(__always)
  fileprivate func add(to sum: inout ColorSum) {
    sum.add(isSpace ? background : foreground)
    sum.add(background)
  }

  /// Whether the cell is a space, block element, sextant, or octant with its own colors, as pictures have and text
  /// doesn't.
  @inline(__always)
  var isPictureBlock: Bool {
    let isBlock =
      isSpace || (0x2580...0x259F).contains(glyph) || (0x1FB00...0x1FBE7).contains(glyph)
      || (0x1CD00...0x1CEAF).contains(glyph)
    return isBlock && !background.isTerminalDefault && (isSpace || !foreground.isTerminalDefault)
  }
}
