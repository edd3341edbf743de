import CNcursesw
import Raster

/// Paints in colours, each cell with the pair that its inks have for it.
final class ColorPainter<Inks: InkSource>: RowPainter {
  private static var upperHalf: wchar_t { 0x2580 }
  private static var lowerHalf: wchar_t { 0x2584 }

  private var inks: Inks

  init(_ inks: Inks) {
    self.inks = inks
  }

  var depth: ColorDepth { inks.depth }

  func beginFrame(changing cells: Int, of shown: UnsafeBufferPointer<cchar_t>) {
    inks.makeRoom(for: cells, keeping: shown)
  }

  func paint(_ row: CellRow.Line, to target: UnsafeMutableBufferPointer<cchar_t>) -> Int {
    var tag = RowTag(of: row)
    var count = 0
    for cell in row where !cell.isContinuation {
      target[count] =
        cell.isHalfBlock ? paintHalfBlock(cell, isFlipped: tag.next()) : paintGlyph(cell)
      count += 1
    }
    return count
  }

  @inline(__always)
  private func paintHalfBlock(_ cell: Cell, isFlipped: Bool) -> cchar_t {
    let ink = inks.ink(foreground: cell.foreground, background: cell.background)
    let isLower = ink.isSwapped != isFlipped
    let attributes = cell.style.attributes ^ (isFlipped ? curses_reverse : 0)
    return curses_cell(isLower ? Self.lowerHalf : Self.upperHalf, attributes, ink.pair)
  }

  private func paintGlyph(_ cell: Cell) -> cchar_t {
    let style = cell.style.attributes
    let isFlat = cell.glyph == 0x20 && style == 0
    let ink = inks.ink(
      foreground: isFlat ? cell.background : cell.foreground, background: cell.background)
    let attributes = style ^ (ink.isSwapped ? curses_reverse : 0)
    return curses_cell(wchar_t(bitPattern: cell.glyph), attributes, ink.pair)
  }
}
