import Raster

/// The look of a cell to a person, however it was drawn: reversed or not, as an upper half block or
/// as a lower one.
struct CellLook: Hashable {
  private enum Tint: Hashable {
    case color(UInt32)
    case defaultForeground, defaultBackground
  }

  private var glyph: UInt32
  private var ink: Tint
  private var paper: Tint
  private var style: Style

  init(_ cell: Cell) {
    glyph = cell.glyph
    ink = cell.foreground.isTerminalDefault ? .defaultForeground : .color(cell.foreground.rawValue)
    paper =
      cell.background.isTerminalDefault ? .defaultBackground : .color(cell.background.rawValue)
    style = cell.style.subtracting(.reverse)
    if cell.style.contains(.reverse) { swap(&ink, &paper) }
    if glyph == 0x2584 {
      glyph = 0x2580
      swap(&ink, &paper)
    }
    if glyph == 0x20 {
      style.formIntersection(.underline)
      if style.isEmpty { ink = paper }
    }
    if glyph == 0 { style = [] }
    if glyph == 0x2580, ink == paper, style.isEmpty { glyph = 0x20 }
  }

  /// The first place where two surfaces look different, and how.
  static func firstDifference(_ a: Surface, _ b: Surface) -> String? {
    for row in 0..<a.size.rows {
      for column in 0..<a.size.columns {
        let (one, other) = (a[column, row], b[column, row])
        if CellLook(one) != CellLook(other) {
          return "at \(column),\(row) of \(a.size): \(one), not \(other)"
        }
      }
    }
    return nil
  }

  static func all(of surface: Surface) -> [CellLook] {
    surface.cells.map(CellLook.init)
  }
}
