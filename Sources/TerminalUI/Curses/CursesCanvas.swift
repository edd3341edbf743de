import CNcursesw
import Raster

/// The full-size window of an ncurses screen, with the current frame and the next one.
struct CursesCanvas: ~Copyable {
  /// The frame that ncurses has, and the next one.
  private var front: CellGrid
  private var back: CellGrid
  private let finder: ScrollFinder
  /// Buffers for the cells of one row.
  private let row: UnsafeMutableBufferPointer<Cell>
  private let painted: UnsafeMutableBufferPointer<cchar_t>

  /// Creates a window with unknown contents.
  init(size: CellSize, charset: Charset) {
    front = CellGrid(size: size, charset: charset)
    back = CellGrid(size: size, charset: charset)
    finder = ScrollFinder(size: size)
    row = .allocate(capacity: size.columns)
    row.initialize(repeating: .blank)
    painted = .allocate(capacity: size.columns)
    painted.initialize(repeating: curses_cell(0x20, 0, 0))
  }

  deinit {
    row.deallocate()
    painted.deallocate()
  }

  func fits(_ size: CellSize) -> Bool {
    size.columns == front.columns && size.rows == front.rows
  }

  /// Loads the next frame, which has the window's size.
  ///
  /// - Returns: false when nothing changed.
  mutating func load(_ surface: Surface) -> Bool {
    surface.cells.withUnsafeBufferPointer { back.load($0, former: front) }
  }

  /// Paints the loaded frame.
  ///
  /// If rows moved, ncurses first gets a frame in which they only moved, so that it detects the
  /// movement. Cells that stay in place (a popup, a panel) would hide it.
  ///
  /// - Parameter update: makes ncurses write the painted cells.
  mutating func paint(with painter: any RowPainter, update: () -> Void) {
    painter.beginFrame(over: front)
    let scroll = finder.find(from: front, to: back)
    if let scroll {
      move(scroll)
      _ = paint(0..<scroll.band.lowerBound, with: painter)
      _ = paint(scroll.uncovered, with: painter)
      _ = paint(scroll.band.upperBound..<back.rows, with: painter)
      update()
    }
    if paint(scroll?.covered ?? 0..<back.rows, with: painter) { update() }
    swap(&front, &back)
  }

  /// Moves rows of the window; rows that scroll in are blank until they are painted.
  private func move(_ scroll: RowScroll) {
    let window = curses_standard_screen()
    scrollok(window, true)
    wsetscrreg(window, Int32(scroll.band.lowerBound), Int32(scroll.band.upperBound - 1))
    wscrl(window, Int32(scroll.shift))
    wsetscrreg(window, 0, getmaxy(window) - 1)
    scrollok(window, false)
    front.scroll(scroll, mayShowPixels: false)
  }

  /// Paints rows.
  ///
  /// - Returns: false when no row differs.
  private func paint(_ rows: Range<Int>, with painter: any RowPainter) -> Bool {
    var isChanged = false
    for row in rows where paint(row, with: painter) { isChanged = true }
    return isChanged
  }

  /// Paints a row from the first to the last cell that differs.
  ///
  /// - Returns: false when no cell differs.
  private func paint(_ index: Int, with painter: any RowPainter) -> Bool {
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

  /// Replaces glyphs whose width ncurses disagrees on, because they would shift the rest of the
  /// row.
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
