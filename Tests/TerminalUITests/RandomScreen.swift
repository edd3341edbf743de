import Raster
import TestSupport

/// A screen that changes like a gallery: pictures, text, scrolling bands, held keys, jumps, an
/// overlay and popups on top, resizes.
struct RandomScreen {
  /// The visible surface: the base under the panels.
  private(set) var surface: Surface
  private var base: Surface
  private var panels: [Panel] = []
  private var held: (rows: Range<Int>, shift: Int)?
  private var random: SeededRandom

  /// A panel that stays in place over scrolling rows.
  private struct Panel {
    let rect: CellRect
    let cell: Cell
    let text: String
  }

  init(seed: UInt64, size: CellSize) {
    random = SeededRandom(seed: seed)
    base = Surface(size: size)
    surface = base
  }

  mutating func step() {
    switch Int.random(in: 0..<18, using: &random) {
    case 0...2: scroll()
    case 3...5: keepScrolling()
    case 6: held?.shift.negate()
    case 7, 8: drawPicture()
    case 9: drawText()
    case 10: base.fill(randomRect(), with: randomCell())
    case 11: drawWideText()
    case 12: breakWideGlyph()
    case 13: base = Surface(size: base.size, filledWith: randomCell())
    case 14: changeCells()
    case 15: openPanel()
    case 16: if !panels.isEmpty { panels.removeLast() }
    default: break  // a frame in which nothing changes
    }
    compose()
  }

  mutating func resize() {
    let size = CellSize(
      columns: .random(in: 2...40, using: &random), rows: .random(in: 1...14, using: &random))
    base = Surface(size: size)
    (panels, held) = ([], nil)
    drawPicture()
    compose()
  }

  private mutating func compose() {
    surface = base
    for panel in panels {
      surface.fill(panel.rect, with: panel.cell)
      surface.write(
        panel.text, at: panel.rect.origin, limit: panel.rect.size.columns,
        background: panel.cell.background)
    }
  }

  private mutating func openPanel() {
    if panels.count == 2 { panels = [] }
    panels.append(
      Panel(
        rect: randomRect(), cell: Cell(glyph: " ", background: randomColor()),
        text: "help 漢 \(Int.random(in: 0..<9, using: &random))"))
  }

  private mutating func scroll() {
    held = (randomRect().rows, .random(in: -4...4, using: &random))
    keepScrolling()
    if Bool.random(using: &random) { drawText() }
  }

  private mutating func keepScrolling() {
    guard let held else { return }
    let before = base
    for row in held.rows {
      let source = row + held.shift
      let isKept = held.rows.contains(source)
      let plain = Bool.random(using: &random) ? randomCell() : nil
      for column in 0..<base.size.columns {
        base[column, row] = isKept ? before[column, source] : plain ?? randomCell()
      }
    }
  }

  private mutating func drawPicture() {
    let rect = randomRect()
    for row in rect.rows {
      for column in rect.columns {
        base[column, row] = Cell(upper: randomColor(), lower: randomColor())
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
    base.write(
      text, at: randomPoint(), foreground: randomColor(), background: randomColor(), style: style)
  }

  /// Overwrites cells without regard for wide glyphs.
  private mutating func breakWideGlyph() {
    let point = randomPoint()
    base[point.column, point.row] = Cell(glyph: "漢")
    let other = randomPoint()
    base[other.column, other.row] = Cell(continuing: .blank)
  }

  private mutating func changeCells() {
    for _ in 0..<Int.random(in: 1...6, using: &random) {
      let point = randomPoint()
      base[point.column, point.row] = randomCell()
    }
  }

  private mutating func randomPoint() -> CellPoint {
    CellPoint(
      column: .random(in: 0..<base.size.columns, using: &random),
      row: .random(in: 0..<base.size.rows, using: &random))
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
