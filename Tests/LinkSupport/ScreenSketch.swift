import Raster
import VTermSupport

/// What a screen shows in rough: the mean colours of sixteen cells at a time, and the text.
///
/// Sketches of a coarse picture and of the sharp one are alike, those of two pictures are not: so
/// movement is told from sharpening.
package struct ScreenSketch {
  private static let columns = 16
  /// Of 255: colours may lose their last three bits.
  private static let tolerance = 20

  /// Where a picture is just being sharpened, the mean of a block is for a moment neither.
  private static let halfPainted = 3

  package let size: CellSize
  private var colors: [SIMD4<Int16>]
  private var text: [UInt32]
  /// A hash of what every cell looks like.
  package let exact: Int

  package init(_ screen: VTermScreen) {
    let surface = screen.surface
    size = surface.size
    exact = surface.cells.map(Self.look).hashValue
    let blocks = (size.columns + Self.columns - 1) / Self.columns
    colors = []
    colors.reserveCapacity(blocks * size.rows)
    text = []
    text.reserveCapacity(size.area)
    for row in 0..<size.rows {
      for block in 0..<blocks {
        let from = block * Self.columns
        let cells = (from..<min(from + Self.columns, size.columns)).map { surface[$0, row] }
        colors.append(Self.mean(of: cells))
        text += cells.map { Self.isPicture($0) ? 0 : $0.glyph }
      }
    }
  }

  /// True when the text is the same and the colours are about.
  package func resembles(_ other: ScreenSketch) -> Bool {
    guard size == other.size, text == other.text else { return false }
    let different = zip(colors, other.colors).count { mine, its in
      let difference = mine &- its
      return max(difference.max(), -(difference.min())) > Self.tolerance
    }
    return different <= Self.halfPainted
  }

  /// The rows of which nothing is painted, the last one excluded.
  package var emptyRows: Int {
    (0..<size.rows - 1).count { row in
      text[row * size.columns..<(row + 1) * size.columns].allSatisfy { $0 == 0 }
        && colors[row * (colors.count / size.rows)..<(row + 1) * (colors.count / size.rows)]
          .allSatisfy { $0[3] == 0 }
    }
  }

  /// The same for all cells that look the same: a space's ink is not seen, and a half block can be
  /// drawn as the other half.
  private static func look(of cell: Cell) -> Cell {
    var look = cell
    if look.style.remove(.reverse) != nil { swap(&look.foreground, &look.background) }
    if look.glyph == 0x2584 {
      look.glyph = 0x2580
      swap(&look.foreground, &look.background)
    }
    if look.glyph == 0x2588 { look.background = look.foreground }
    if isPicture(look), look.foreground == look.background { look.glyph = 0x20 }
    if look.glyph == 0x20 { look.foreground = look.background }
    return look
  }

  private static func isPicture(_ cell: Cell) -> Bool {
    cell.glyph == 0x20 || (0x2580...0x259F).contains(cell.glyph)
  }

  /// The colours of a cell's halves, in any order.
  private static func halves(of cell: Cell) -> [Color] {
    let isReversed = cell.style.contains(.reverse)
    let paper = isReversed ? cell.foreground : cell.background
    let ink = isReversed ? cell.background : cell.foreground
    return switch cell.glyph {
    case 0x2588: [ink, ink]
    case 0x2580...0x259F: [ink, paper]
    default: [paper, paper]
    }
  }

  /// Red, green and blue, and how many of the cells have colours of their own.
  private static func mean(of cells: [Cell]) -> SIMD4<Int16> {
    var sum = SIMD4<Int32>()
    for cell in cells {
      for color in halves(of: cell) {
        sum &+= SIMD4(Int32(color.red), Int32(color.green), Int32(color.blue), 0)
      }
      if !cell.background.isTerminalDefault { sum[3] += 1 }
    }
    let count = Int32(max(1, 2 * cells.count))
    return SIMD4(
      Int16(truncatingIfNeeded: sum[0] / count), Int16(truncatingIfNeeded: sum[1] / count),
      Int16(truncatingIfNeeded: sum[2] / count), Int16(truncatingIfNeeded: sum[3]))
  }
}
