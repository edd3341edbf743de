import Raster
import TerminalGraphics

extension RowEncoder {
  /// Whether pixels of a strip are on the screen in these columns.
  ///
  /// Some terminals keep pixels when their cells are erased, but all remove them when something is
  /// drawn there.
  func coversStrip(_ columns: Range<Int>) -> Bool {
    columns.contains { former[$0].isGraphic && former[$0].isStrip }
  }

  /// Draws a part of a graphic, with the rest of its strip or with its follower placeholders.
  ///
  /// - Returns: the next column.
  @inline(never)
  mutating func drawGraphic(_ column: Int) -> Int {
    cells[column].isStrip ? drawStrip(column) : drawPlaceholders(column)
  }

  /// The size of a row's strips.
  static func stripBytes(_ cells: CellRow.Line, of graphics: [UInt32: Graphic]) -> Int {
    var sum = 0
    for (column, cell) in cells.enumerated() where cell.isGraphic && cell.isStrip {
      if column > 0, continuesStrip(cells, column) { continue }
      let (id, _, row) = cell.graphicPart
      guard let strips = graphics[id]?.payload.strips else { continue }
      sum += strips[row].count + Self.stripOverhead
    }
    return sum
  }

  /// Whether the cell at a column is the next part of the strip to its left.
  private static func continuesStrip(_ cells: CellRow.Line, _ column: Int) -> Bool {
    cells[column].isGraphic && cells[column - 1].isStrip
      && cells[column].continues(cells[column - 1])
  }

  static let stripOverhead = 32

  /// Draws placeholders, in the current background, which stays hidden.
  private mutating func drawPlaceholders(_ start: Int) -> Int {
    let cell = cells[start]
    if !cursor.isAt(start, row) { move(to: start) }
    let (id, column, row) = cell.graphicPart
    pen.change(
      to: Cell(glyph: "\u{10EEEE}", foreground: Color(rawValue: id), background: pen.paper),
      in: &out)
    appendPlaceholder()
    if !cell.isFollower {
      out.append(scalar: PlaceMark.scalars[row])
      out.append(scalar: PlaceMark.scalars[column])
    }
    var end = start + 1
    while end < cells.count, cells[end].isGraphic, cells[end].isFollower,
      CellRow.words(of: cells, end) != CellRow.words(of: former, end)
    {
      end += 1
    }
    appendFollowers(end - start - 1)
    cursor.advance(by: end - start, columns: cells.count)
    return end
  }

  /// Appends placeholders without marks: each shows the column right of its neighbor's.
  ///
  /// The first one is always sent, so that a terminal repeats a character without marks.
  private mutating func appendFollowers(_ count: Int) {
    guard shortcuts.contains(.repeats), count > 2 else {
      for _ in 0..<count { appendPlaceholder() }
      return
    }
    appendPlaceholder()
    out.append(sequence: "b", count - 1)
  }

  /// Appends U+10EEEE in UTF-8, one column wide in every terminal that knows it.
  @inline(__always)
  private mutating func appendPlaceholder() {
    out.append(word: 0xAEBB_8EF4, length: 4)
  }

  /// Draws blanks where cells show through a strip, to remove older contents.
  ///
  /// - Parameters:
  ///   - unfilled: the columns that the graphic does not fill.
  ///   - shown: the columns of the graphic that are on the surface.
  ///   - start: the column of the first one.
  private mutating func drawBlanks(_ unfilled: Range<Int>, _ shown: Range<Int>, from start: Int) {
    let blanks = unfilled.clamped(to: shown)
    if blanks.isEmpty { return }
    cursor.move(to: start + blanks.lowerBound - shown.lowerBound, row: row, in: &out)
    pen.change(to: .blank, in: &out)
    for _ in blanks { out.append(0x20) }
    cursor.forget()
  }

  /// Draws the blanks beside a line of a picture that is drawn as one image.
  mutating func drawBlanks(besideLine line: Int, of graphic: Graphic, at start: Int) {
    guard case .sixel(let strips) = graphic.payload else { return }
    drawBlanks(strips.unfilledColumns(ofRow: line), 0..<graphic.size.columns, from: start)
  }

  /// Draws the first lines of a picture as one image.
  mutating func drawLines(_ lines: Int, of graphic: Graphic, at column: Int) {
    drawSixels(at: column) { out in
      out.append { graphic.writeSixels(ofFirst: lines, to: $0) }
    }
    cursor.forget()
  }

  private mutating func drawSixels(at column: Int, _ append: (inout SequenceWriter) -> Void) {
    cursor.move(to: column, row: row, in: &out)
    out.append("\u{1B}P0;1q")
    append(&out)
    out.append("\u{1B}\\")
  }

  /// Draws all visible columns of a strip; the cursor is unknown afterwards, because terminals
  /// differ.
  private mutating func drawStrip(_ column: Int) -> Int {
    var (start, end) = (column, column + 1)
    while start > 0, Self.continuesStrip(cells, start) { start -= 1 }
    while end < cells.count, Self.continuesStrip(cells, end) { end += 1 }
    let (id, part, line) = cells[start].graphicPart
    guard let graphic = graphics[id] else { return end }
    switch graphic.payload {
    case .kitty, .printed: break
    case .sixel(let strips):
      drawBlanks(strips.unfilledColumns(ofRow: line), part..<part + end - start, from: start)
      drawSixels(at: start) { out in
        out.append {
          graphic.writeSixels(ofRow: line, columns: part..<part + end - start, to: $0)
        }
      }
    case .iterm2(let rows):
      cursor.move(to: start, row: row, in: &out)
      out.append("\u{1B}]1337;")
      rows[line].withUnsafeBytes { out.append($0) }
      out.append("\u{1B}\\")
    }
    cursor.forget()
    return end
  }
}
