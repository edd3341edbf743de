import CNcursesw
import Raster
import TerminalGraphics

/// Paints in colors; each cell has a color pair.
final class ColorPainter<Inks: InkSource>: RowPainter {
  private var inks: Inks
  private var writer = InkWriter()

  init(_ inks: Inks) {
    self.inks = inks
  }

  var depth: ColorDepth { inks.depth }

  func beginFrame(over shown: borrowing CellGrid) {
    writer.forget()
    guard inks.needsRoom(for: shown.columns * shown.rows) else { return }
    var visible: [Cell] = []
    for row in 0..<shown.rows {
      visible += shown.line(row).enumerated().map { $1.tagged(at: $0) }
    }
    inks.removeAll(but: visible)
  }

  func paint(
    _ cells: CellRow.Line, at column: Int, to target: UnsafeMutableBufferPointer<cchar_t>
  ) -> Int {
    Self.paint(cells, at: column, with: &inks, to: target)
  }

  func write(_ source: UnsafeBufferPointer<UInt8>, to bytes: inout ByteBuffer) {
    writer.write(source, with: inks, to: &bytes)
  }

  private static func paint(
    _ cells: CellRow.Line, at column: Int, with inks: inout Inks,
    to target: UnsafeMutableBufferPointer<cchar_t>
  ) -> Int {
    var count = 0
    for index in 0..<cells.count where !cells[index].isContinuation {
      let cell = cells[index].tagged(at: column + index)
      target[count] = curses_cell(
        wchar_t(bitPattern: cell.glyph), cell.style.attributes, inks.pair(of: cell))
      count += 1
    }
    return count
  }
}

extension Cell {
  /// The same picture in another character, so that rows look different to ncurses.
  ///
  /// ncurses detects moved rows by their characters without colors, and rows of upper half blocks
  /// are all equal. So one half block in eight, chosen by a hash of its colors, may become a lower
  /// one with the colors swapped. These characters distinguish rows, and move with them. The others
  /// stay, because neighbors of equal colors share one change of color.
  ///
  /// The terminal's default colors can't be swapped, and those of bold text differ between
  /// terminals.
  @inline(__always)
  func tagged(at column: Int) -> Cell {
    guard column & 7 == 3, glyph == 0x2580, style.rawValue == 0, isMarked(bit: column >> 3),
      !foreground.isTerminalDefault, !background.isTerminalDefault
    else { return self }
    var cell = self
    cell.glyph = 0x2584
    (cell.foreground, cell.background) = (background, foreground)
    return cell
  }

  private func isMarked(bit: Int) -> Bool {
    let colors = UInt64(foreground.rawValue) << 32 | UInt64(background.rawValue)
    return (colors &* 0x9E37_79B9_7F4A_7C15) >> UInt64(32 + bit & 31) & 1 == 1
  }
}
