import CNcursesw
import Raster

/// The window of one ncurses screen, as large as the screen: what is to be on it.
struct CursesCanvas: ~Copyable {
  /// Where cells are made ready, one row at a time.
  private let row: UnsafeMutableBufferPointer<Cell>
  private let painted: UnsafeMutableBufferPointer<cchar_t>

  init(columns: Int) {
    row = .allocate(capacity: columns)
    row.initialize(repeating: .blank)
    painted = .allocate(capacity: columns)
    painted.initialize(repeating: curses_cell(0x20, 0, 0))
  }

  deinit {
    row.deallocate()
    painted.deallocate()
  }

  /// Moves rows as the surface was moved; those that come in are blank until they are painted.
  func scroll(_ scroll: RowScroll) {
    let window = curses_standard_screen()
    scrollok(window, true)
    wsetscrreg(window, Int32(scroll.band.lowerBound), Int32(scroll.band.upperBound - 1))
    wscrl(window, Int32(scroll.shift))
    wsetscrreg(window, 0, getmaxy(window) - 1)
    scrollok(window, false)
  }

  /// Paints what differs of a row, from the first cell to the last.
  ///
  /// - Returns: false when nothing does.
  func paint(
    _ index: Int, of back: borrowing CellGrid, over front: borrowing CellGrid,
    with painter: any RowPainter
  ) -> Bool {
    let line = back.line(index)
    guard let changed = CellRow.differences(line, front.line(index)) else { return false }
    var (first, end) = (changed.lowerBound, changed.upperBound)
    if first > 0, line[first].isContinuation { first -= 1 }
    if end < line.count, line[end].isContinuation { end += 1 }
    for column in first..<end { row[column] = line[column] }
    replaceMisfits(first..<end)
    let count = painter.paint(CellRow.Line(rebasing: row[first..<end]), at: first, to: painted)
    mvwadd_wchnstr(
      curses_standard_screen(), Int32(index), Int32(first), painted.baseAddress, Int32(count))
    return true
  }

  /// Replaces glyphs to which ncurses gives another width: the rest of the row would be shifted.
  private func replaceMisfits(_ columns: Range<Int>) {
    for column in columns {
      let glyph = row[column].glyph
      if CellRow.isWidthCertain(glyph) { continue }
      if row[column].isGraphic { row[column] = .blank }
      let isWide = column + 1 < columns.upperBound && row[column + 1].isContinuation
      if curses_columns(wchar_t(bitPattern: glyph)) == (isWide ? 2 : 1) { continue }
      row[column].glyph = 0xFFFD
      if isWide { row[column + 1].glyph = 0x20 }
    }
  }
}
