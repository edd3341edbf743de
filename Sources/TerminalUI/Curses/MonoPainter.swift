import CNcursesw
import Raster

/// Paints without colours: pictures in black and white by luminance, text reversed where its
/// background is bright.
final class MonoPainter: RowPainter {
  /// What is drawn for a bright upper and a bright lower half.
  private static let blocks: [wchar_t] = [0x20, 0x2584, 0x2580, 0x2588]

  let depth = ColorDepth.mono

  func beginFrame(changing cells: Int, of shown: UnsafeBufferPointer<cchar_t>) {}

  func paint(_ row: CellRow.Line, to target: UnsafeMutableBufferPointer<cchar_t>) -> Int {
    var count = 0
    for cell in row where !cell.isContinuation {
      target[count] = paint(cell)
      count += 1
    }
    return count
  }

  private func paint(_ cell: Cell) -> cchar_t {
    let lower = isBright(cell.background)
    if cell.isHalfBlock || cell.glyph == 0x20 {
      let upper = cell.isHalfBlock ? isBright(cell.foreground, byDefault: true) : lower
      return curses_cell(
        Self.blocks[(upper ? 2 : 0) + (lower ? 1 : 0)], cell.style.attributes, 0)
    }
    let attributes = cell.style.attributes ^ (lower ? curses_reverse : 0)
    return curses_cell(wchar_t(bitPattern: cell.glyph), attributes, 0)
  }

  /// At least half of white's luminance (ITU-R BT.601).
  ///
  /// - Parameter byDefault: whether the terminal's default is.
  private func isBright(_ color: Color, byDefault: Bool = false) -> Bool {
    if color.isTerminalDefault { return byDefault }
    return 299 * Int(color.red) + 587 * Int(color.green) + 114 * Int(color.blue) >= 127_500
  }
}
