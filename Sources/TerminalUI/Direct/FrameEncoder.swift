import Raster

/// Turns surfaces into the bytes that change a terminal from the last frame to the next.
///
/// Rows that moved are moved by the terminal (scroll region); then the cells that differ are sent,
/// with as little cursor movement and as few colour changes as they need, inside the brackets of a
/// synchronized update (mode 2026), which terminals without it ignore. Nothing is ever erased
/// first: that would flicker where the brackets are ignored.
///
/// At its ends a frame leaves the terminal's own colours and no scroll region. After the first
/// frame of a size it allocates nothing, unless a frame is larger than all before.
struct FrameEncoder: ~Copyable {
  /// What is being sent; the presenter sends it.
  var bytes: ByteBuffer
  private var front: CellGrid
  private var back: CellGrid
  private var finder: ScrollFinder
  private var cursor = Cursor()
  private var pen = Pen()

  /// Four bytes of UTF-8, one change of pen, one movement of the cursor.
  private static let longestCell = 4 + Pen.longestChange + Cursor.longestMove

  init(size: CellSize) {
    bytes = ByteBuffer(capacity: 4096)
    front = CellGrid(size: size)
    back = CellGrid(size: size)
    finder = ScrollFinder(rows: size.rows)
  }

  /// Fills `bytes` with the next frame or part of one; they are empty when nothing changed.
  ///
  /// Rows that moved are moved in the first part, and rows that are left for another part stay
  /// different in the front grid.
  /// - Returns: false when rows are left.
  mutating func encode(_ surface: Surface, limit: FrameLimit) -> Bool {
    bytes.clear()
    if surface.size.columns != front.columns || surface.size.rows != front.rows {
      resize(to: surface.size)
    }
    guard surface.cells.withUnsafeBufferPointer({ back.load($0, former: front) }) else {
      return true
    }
    cursor.forget()
    bytes.reserve(64)
    bytes.append("\u{1B}[?2026h")
    let opening = bytes.count
    if let scroll = finder.find(from: front, to: back) { perform(scroll) }
    let isComplete = encodeRows(limit)
    if bytes.count == opening {
      bytes.clear()
    } else {
      bytes.reserve(64)
      pen.reset(in: &bytes)
      bytes.append("\u{1B}[?2026l")
    }
    return isComplete
  }

  /// Nothing is known about the screen any more.
  mutating func invalidate() {
    front.forget(0..<front.rows)
  }

  private mutating func resize(to size: CellSize) {
    front = CellGrid(size: size)
    back = CellGrid(size: size)
    finder = ScrollFinder(rows: size.rows)
  }

  /// Moves rows on the screen.
  ///
  /// A row that scrolls in takes the present background, so the pen is reset first; it is drawn
  /// whole all the same.
  private mutating func perform(_ scroll: RowScroll) {
    bytes.reserve(64 + 2)
    pen.reset(in: &bytes)
    cursor.setScrollRegion(scroll.band, in: &bytes)
    cursor.scroll(scroll, in: &bytes)
    cursor.resetScrollRegion(in: &bytes)
    front.scroll(scroll)
  }

  /// Encodes rows until the limit is reached; the front grid becomes what is then on the screen.
  private mutating func encodeRows(_ limit: FrameLimit) -> Bool {
    if limit.bytes == .max {
      for row in 0..<back.rows { encode(row: row) }
      swap(&front, &back)
      return true
    }
    var order = RowOrder(rows: back.rows, focus: limit.focusRow)
    var isFull = false
    while let row = order.next() {
      if back.nextDifference(row: row, from: 0, to: front) == nil { continue }
      if isFull { return false }
      encode(row: row)
      front.copy(row, of: back)
      isFull = bytes.count >= limit.bytes
    }
    return true
  }

  private mutating func encode(row: Int) {
    var next = back.nextDifference(row: row, from: 0, to: front)
    if next != nil { bytes.reserve(back.columns * Self.longestCell) }
    while let column = next {
      next = back.nextDifference(row: row, from: column + 1, to: front)
      let cell = back[column, row]
      if cell.isContinuation { continue }  // drawn with the cell to its left
      move(to: column, row: row)
      pen.change(to: cell, in: &bytes)
      bytes.append(scalar: cell.glyph)
      cursor.advance(isCertain: CellRow.isWidthCertain(cell.glyph), columns: back.columns)
    }
  }

  /// Over a short gap on the way it is cheaper to send the unchanged cells again.
  private mutating func move(to column: Int, row: Int) {
    if let start = cursor.column(in: row), start < column, isCheap(start..<column, row: row) {
      for gap in start..<column { bytes.append(UInt8(truncatingIfNeeded: back[gap, row].glyph)) }
      cursor.advance(by: column - start)
    }
    cursor.move(to: column, row: row, in: &bytes)
  }

  /// True for up to three ASCII cells in the present colours: no movement is shorter.
  private func isCheap(_ gap: Range<Int>, row: Int) -> Bool {
    gap.count <= 3 && gap.allSatisfy { back[$0, row].glyph &- 1 < 0x7F && pen.suits(back[$0, row]) }
  }
}
