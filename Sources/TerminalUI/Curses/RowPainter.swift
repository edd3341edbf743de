import CNcursesw
import Raster

/// Turns cells into ncurses cells, and what ncurses writes into what the terminal is sent.
protocol RowPainter: AnyObject {
  /// The colours that it can show.
  var depth: ColorDepth { get }

  /// Called before the cells of a frame are painted.
  ///
  /// - Parameter shown: what is on the screen.
  func beginFrame(over shown: borrowing CellGrid)

  /// Paints repaired cells of one row.
  ///
  /// - Parameter column: where the first of them is.
  /// - Returns: how many ncurses cells they are; the right half of a wide glyph is none.
  func paint(
    _ cells: CellRow.Line, at column: Int, to target: UnsafeMutableBufferPointer<cchar_t>
  ) -> Int

  /// Appends what ncurses wrote.
  func write(_ source: UnsafeBufferPointer<UInt8>, to bytes: inout ByteBuffer)
}

extension Style {
  /// The same style in ncurses' bits.
  @inline(__always)
  var attributes: attr_t {
    if rawValue == 0 { return 0 }
    return (contains(.bold) ? curses_bold : 0) | (contains(.dim) ? curses_dim : 0)
      | (contains(.underline) ? curses_underline : 0) | (contains(.reverse) ? curses_reverse : 0)
  }
}
