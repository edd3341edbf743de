import CNcursesw
import Raster

/// Paints in colours, each cell with the pair that its inks have for it.
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
