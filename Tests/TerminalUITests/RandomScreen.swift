import Raster
import TestSupport

/// A screen that changes as a gallery does: pictures, text, scrolling bands, panels, resizes.
struct RandomScreen {
  private(set) var surface: Surface
  private var random: SeededRandom

  init(seed: UInt64, size: CellSize) {
    random = SeededRandom(seed: seed)
    surface = Surface(size: size)
  }

  mutating func step() {
    switch Int.random(in: 0..<12, using: &random) {
    case 0...2: scroll()
    case 3, 4: drawPicture()
    case 5: drawText()
    case 6: surface.fill(randomRect(), with: randomCell())
    case 7: drawWideText()
    case 8: breakWideGlyph()
    case 9: surface = Surface(size: surface.size, filledWith: randomCell())
    case 10: changeCells()
    default: break  // a frame in which nothing changes
    }
  }

  mutating func resize() {
    let size = CellSize(
      columns: .random(in: 2...40, using: &random), rows: .random(in: 1...14, using: &random))
    surface = Surface(size: size)
    drawPicture()
  }

  private mutating func scroll() {
    let rect = randomRect()
    let shift = Int.random(in: -4...4, using: &random)
    let before = surface
    for row in rect.rows {
      for column in 0..<surface.size.columns {
        let source = row + shift
        surface[column, row] =
          rect.rows.contains(source) ? before[column, source] : randomCell()
      }
    }
    if Bool.random(using: &random) { drawText() }
  }

  private mutating func drawPicture() {
    let rect = randomRect()
    for row in rect.rows {
      for column in rect.columns {
        surface[column, row] = Cell(upper: randomColor(), lower: randomColor())
      }
    }
  }

  private mutating func drawText() {
    write("food \(Int.random(in: 0..<100, using: &random)) of 100")
  }

  private mutating func drawWideText() {
    write("a漢字b絵🍜c")
  }

  private mutating func write(_ text: String) {
    let style = Style(rawValue: .random(in: 0..<16, using: &random))
    surface.write(
      text, at: randomPoint(), foreground: randomColor(), background: randomColor(), style: style)
  }

  /// Overwrites cells without regard for what is wide.
  private mutating func breakWideGlyph() {
    let point = randomPoint()
    surface[point.column, point.row] = Cell(glyph: "漢")
    let other = randomPoint()
    surface[other.column, other.row] = Cell(continuing: .blank)
  }

  private mutating func changeCells() {
    for _ in 0..<Int.random(in: 1...6, using: &random) {
      let point = randomPoint()
      surface[point.column, point.row] = randomCell()
    }
  }

  private mutating func randomPoint() -> CellPoint {
    CellPoint(
      column: .random(in: 0..<surface.size.columns, using: &random),
      row: .random(in: 0..<surface.size.rows, using: &random))
  }

  private mutating func randomRect() -> CellRect {
    let (a, b) = (randomPoint(), randomPoint())
    return CellRect(
      column: min(a.column, b.column), row: min(a.row, b.row),
      columns: abs(a.column - b.column) + 1, rows: abs(a.row - b.row) + 1)
  }

  private mutating func randomCell() -> Cell {
    let glyphs: [Unicode.Scalar] = [" ", "a", "é", "▀", "█", "~"]
    return Cell(
      glyph: glyphs.randomElement(using: &random) ?? " ", foreground: randomColor(),
      background: randomColor(), style: Style(rawValue: .random(in: 0..<16, using: &random)))
  }

  private mutating func randomColor() -> Color {
    switch Int.random(in: 0..<4, using: &random) {
    case 0: return .terminalDefault
    case 1: return Color(rawValue: 0x20_40_60)
    default: return Color(rawValue: .random(in: 0...0xFF_FFFF, using: &random))
    }
  }
}
