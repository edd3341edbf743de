import Raster
import VTermSupport

/// A rough description of a screen: the text, the places of pictures, and the mean color of each of their
/// rows.
///
/// Movement is that the place of things changes; sharpening is a finer picture at the same place. Every
/// sharpness keeps the mean of a picture's row, and any movement changes those of many rows.
/// So sketches of a coarse picture and of the sharp one are alike, and those of two are not.
package struct ScreenSketch {
  /// Cells of a row side by side with colors of their own: what one picture shows there.
  private struct Run: Hashable {
    let place: Int
    let columns: Int
    let color: SIMD4<Int32>
  }

  /// The difference, out of 255, within which colors are equal: they may lose their last three bits.
  private static let tolerance = 20

  /// The most, out of 255, that `Sharpness.near` takes off a channel.
  private static let nearness = 28

  /// The rows that may have any mean: the row being sharpened is partly coarse for a moment.
  private static let halfPainted = 1

  package let size: CellSize
  private var runs: [Run] = []
  private var text: [UInt32]
  /// The cells of the screen, and their hash.
  private let looks: [Cell]
  package let exact: Int

  package init(_ screen: VTermScreen) {
    let surface = screen.surface
    size = surface.size
    looks = surface.cells.map(Self.look)
    exact = looks.hashValue
    text = surface.cells.map { Self.isPicture($0) ? 0 : $0.glyph }
    for row in 0..<size.rows { addRuns(of: row, in: surface) }
  }

  private mutating func addRuns(of row: Int, in surface: Surface) {
    var column = 0
    while column < size.columns {
      let start = column
      var sum = SIMD4<Int32>()
      while column < size.columns, Self.isColored(surface[column, row]) {
        sum &+= Self.colors(of: surface[column, row])
        column += 1
      }
      let columns = column - start
      if columns > 0 {
        let place = row * size.columns + start
        runs.append(
          Run(place: place, columns: columns, color: sum / Int32(truncatingIfNeeded: 2 * columns)))
      }
      column += 1
    }
  }

  /// True when the text is the same and the colors are about.
  package func resembles(_ other: ScreenSketch) -> Bool {
    guard size == other.size, text == other.text, runs.count == other.runs.count else {
      return false
    }
    var different = 0
    for (mine, its) in zip(runs, other.runs) {
      guard mine.place == its.place, mine.columns == its.columns else { return false }
      let difference = mine.color &- its.color
      if max(difference.max(), -(difference.min())) > Self.tolerance { different += 1 }
    }
    return different <= Self.halfPainted
  }

  /// True when every pixel is there: no channel of a color is further off than near colors may be.
  package func isSharp(as other: ScreenSketch) -> Bool {
    guard looks.count == other.looks.count else { return false }
    return zip(looks, other.looks).allSatisfy { mine, its in
      if mine == its { return true }
      guard Self.isPicture(mine), Self.isPicture(its) else { return false }
      return Self.isNear(mine.foreground, its.foreground)
        && Self.isNear(mine.background, its.background)
    }
  }

  private static func isNear(_ one: Color, _ other: Color) -> Bool {
    func distance(_ one: UInt8, _ other: UInt8) -> Int { abs(Int(one) - Int(other)) }
    return one.isTerminalDefault == other.isTerminalDefault
      && max(
        distance(one.red, other.red), distance(one.green, other.green),
        distance(one.blue, other.blue)) <= nearness
  }

  /// The rows of which nothing is painted, the last one excluded.
  package var emptyRows: Int {
    let painted = Set(runs.map { $0.place / size.columns })
    return (0..<size.rows - 1).count { row in
      !painted.contains(row)
        && text[row * size.columns..<(row + 1) * size.columns].allSatisfy { $0 == 0 }
    }
  }

  /// The same for all cells that look the same: a space's ink and weight are not seen, and a half
  /// block can be drawn as the other half.
  package static func look(of cell: Cell) -> Cell {
    var look = cell
    if look.style.remove(.reverse) != nil { swap(&look.foreground, &look.background) }
    if look.glyph == 0x2584 {
      look.glyph = 0x2580
      swap(&look.foreground, &look.background)
    }
    if look.glyph == 0x2588 { look.background = look.foreground }
    if isPicture(look), look.foreground == look.background { look.glyph = 0x20 }
    if look.glyph == 0x20 {
      look.foreground = look.background
      look.style.remove(.bold)
    }
    return look
  }

  private static func isPicture(_ cell: Cell) -> Bool {
    cell.glyph == 0x20 || (0x2580...0x259F).contains(cell.glyph)
  }

  /// The colors of a cell's halves, in any order.
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

  private static func isColored(_ cell: Cell) -> Bool {
    isPicture(cell) && !cell.background.isTerminalDefault
  }

  /// Red, green and blue of both halves, added.
  private static func colors(of cell: Cell) -> SIMD4<Int32> {
    halves(of: cell).reduce(into: SIMD4<Int32>()) { sum, color in
      sum &+= SIMD4(Int32(color.red), Int32(color.green), Int32(color.blue), 0)
    }
  }
}
