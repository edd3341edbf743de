import CNcursesw
import Raster
import TerminalGraphics

/// Converts cells to ncurses cells, and the output of ncurses to bytes for the terminal.
protocol RowPainter: AnyObject {
  /// The color depth that it can show.
  var depth: ColorDepth { get }

  /// Called before the cells of a frame are painted.
  ///
  /// - Parameter shown: the frame on the screen.
  func beginFrame(over shown: borrowing CellGrid)

  /// Paints repaired cells of one row.
  ///
  /// - Parameter column: the column of the first cell.
  /// - Returns: the number of ncurses cells; the right half of a wide glyph has none.
  func paint(
    _ cells: CellRow.Line, at column: Int, to target: UnsafeMutableBufferPointer<cchar_t>
  ) -> Int

  /// Appends the output of ncurses, converted for the terminal.
  func write(_ source: UnsafeBufferPointer<UInt8>, to bytes: inout ByteBuffer)
}

extension Style {
  /// The style in ncurses' bits.
  @inline(__always)
  var attributes: attr_t {
    if rawValue == 0 { return 0 }
    return (contains(.bold) ? curses_bold : 0) | (contains(.dim) ? curses_dim : 0)
      | (contains(.underline) ? curses_underline : 0) | (contains(.reverse) ? curses_reverse : 0)
  }
}

/// Paints without colors: cells in default colors as they are, others reversed if their background
/// is bright.
final class MonoPainter: RowPainter {
  let depth = ColorDepth.mono

  func beginFrame(over shown: borrowing CellGrid) {}

  func paint(
    _ cells: CellRow.Line, at column: Int, to target: UnsafeMutableBufferPointer<cchar_t>
  ) -> Int {
    var count = 0
    for cell in cells where !cell.isContinuation {
      target[count] = cell.glyph == 0x2580 ? paintHalfBlock(cell) : paint(cell)
      count += 1
    }
    return count
  }

  func write(_ source: UnsafeBufferPointer<UInt8>, to bytes: inout ByteBuffer) {
    bytes.append(room: source.count) { room in
      room.copyBytes(from: UnsafeRawBufferPointer(source))
      return source.count
    }
  }

  /// A half block with a bright or dark upper and lower half.
  private func paintHalfBlock(_ cell: Cell) -> cchar_t {
    let upper = isBright(cell.foreground, default: true)
    let lower = isBright(cell.background, default: false)
    let block: wchar_t = upper ? (lower ? 0x2588 : 0x2580) : (lower ? 0x2584 : 0x20)
    return curses_cell(block, cell.style.attributes, 0)
  }

  private func paint(_ cell: Cell) -> cchar_t {
    let reverse = isBright(cell.background, default: false) ? curses_reverse : 0
    return curses_cell(
      wchar_t(bitPattern: cell.glyph), cell.style.attributes ^ reverse, 0)
  }

  @inline(__always)
  private func isBright(_ color: Color, default: Bool) -> Bool {
    color.isTerminalDefault ? `default` : color.isBright
  }
}
