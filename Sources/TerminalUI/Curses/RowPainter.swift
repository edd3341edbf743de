import CNcursesw
import Raster

/// Turns rows of cells into ncurses cells.
protocol RowPainter: AnyObject {
  /// The colours that it can show.
  var depth: ColorDepth { get }

  /// Called before the rows of a frame.
  ///
  /// - Parameters:
  ///   - cells: the most cells that the frame may change.
  ///   - shown: what is on the screen.
  func beginFrame(changing cells: Int, of shown: UnsafeBufferPointer<cchar_t>)

  /// Paints one repaired row.
  ///
  /// - Returns: how many ncurses cells it is; the right half of a wide glyph is none.
  func paint(_ row: CellRow.Line, to target: UnsafeMutableBufferPointer<cchar_t>) -> Int
}

extension Style {
  /// The same style in ncurses' bits.
  @inline(__always)
  var attributes: attr_t {
    if isEmpty { return 0 }
    return (contains(.bold) ? curses_bold : 0) | (contains(.dim) ? curses_dim : 0)
      | (contains(.underline) ? curses_underline : 0) | (contains(.reverse) ? curses_reverse : 0)
  }
}
