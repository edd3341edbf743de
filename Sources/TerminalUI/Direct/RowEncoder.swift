import Raster

/// Encodes the cells of one row that differ from the screen.
///
/// Pen, cursor, and writer are copied in and out, so that they stay in registers.
struct RowEncoder {
  typealias Line = UnsafePointer<Cell>

  let row: Int
  let cells: CellRow.Line
  let former: CellRow.Line
  let shortcuts: Shortcuts
  let graphics: [UInt32: Graphic]
  var pen: Pen
  var cursor: Cursor
  var out: SequenceWriter

  /// The longest cell: four bytes of UTF-8, one change of pen, one movement, and one shortcut or
  /// the marks of a placeholder.
  static let longestCell = 4 + Pen.longestChange + 2 * Cursor.longestMove

  /// Prepares to encode a row.
  ///
  /// - Parameters:
  ///   - cells: the new contents of the row.
  ///   - former: the row's contents on the screen.
  ///   - graphics: the source of strips of sixels.
  ///   - out: a writer with room for the longest cells and for the strips.
  init(
    row: Int, cells: CellRow.Line, former: CellRow.Line, shortcuts: Shortcuts,
    graphics: [UInt32: Graphic], pen: Pen, cursor: Cursor, out: SequenceWriter
  ) {
    self.row = row
    self.cells = cells
    self.former = former
    self.shortcuts = shortcuts
    self.graphics = graphics
    self.pen = pen
    self.cursor = cursor
    self.out = out
  }

  mutating func encode() {
    var column = 0
    while column < cells.count {
      if CellRow.words(of: cells, column) == CellRow.words(of: former, column)
        || cells[column].glyph == 0  // drawn with the cell to its left
      {
        column += 1
      } else {
        column = draw(column)
      }
    }
  }

  /// Draws a cell or a run of equal ones, and returns the next column.
  @inline(__always)
  private mutating func draw(_ column: Int) -> Int {
    let cell = cells[column]
    if cell.isGraphic { return drawGraphic(column) }
    if !cursor.isAt(column, row) { move(to: column) }
    pen.change(to: cell, in: &out)
    if isRepeated(column), let end = shorten(column) { return end }
    out.append(scalar: cell.glyph)
    if CellRow.isWidthCertain(cell.glyph) {
      cursor.advance(by: 1, columns: cells.count)
    } else {
      advance(past: cell.glyph)
    }
    return column + 1
  }

  /// Advances past a glyph that may be wide.
  @inline(never)
  private mutating func advance(past glyph: UInt32) {
    if Self.isSurelyWide(glyph) {
      cursor.advance(by: 2, columns: cells.count)
    } else {
      cursor.advanceUncertainly(columns: cells.count)
    }
  }

  /// Whether the glyph is from the first versions of Unicode (kana, Chinese, Hangul), which every
  /// terminal draws two columns wide.
  private static func isSurelyWide(_ glyph: UInt32) -> Bool {
    switch glyph {
    case 0x3041...0x3094, 0x30A1...0x30FA, 0x4E00...0x9FA5, 0xAC00...0xD7A3: true
    default: false
    }
  }

  /// Moves the cursor, or resends unchanged cells if that is shorter.
  @inline(never)
  mutating func move(to column: Int) {
    if let start = cursor.column(in: row), start < column, isCheap(start..<column) {
      for gap in start..<column { out.append(UInt8(truncatingIfNeeded: cells[gap].glyph)) }
      cursor.advance(by: column - start, columns: cells.count)
    } else {
      cursor.move(to: column, row: row, in: &out)
    }
  }

  /// Whether resending a gap is cheap: up to three ASCII cells in the current colors, shorter than
  /// any movement.
  private func isCheap(_ gap: Range<Int>) -> Bool {
    gap.count <= 3 && gap.allSatisfy { cells[$0].glyph &- 1 < 0x7F && pen.suits(cells[$0]) }
  }

  @inline(__always)
  private func isRepeated(_ column: Int) -> Bool {
    column + 1 < cells.count
      && CellRow.words(of: cells, column) == CellRow.words(of: cells, column + 1)
  }
}

// MARK: - Runs of equal cells

extension RowEncoder {
  /// Erases or repeats a run of equal cells if that is shorter than sending each.
  ///
  /// The pen has their colors, and the cursor is at the first cell.
  ///
  /// - Returns: the end of the run; nil if nothing was sent.
  @inline(never)
  private mutating func shorten(_ start: Int) -> Int? {
    let cell = cells[start]
    let isErasable = isErasable(cell)
    let isRepeatable = shortcuts.contains(.repeats) && CellRow.isPlain(cell)
    guard isErasable || isRepeatable else { return nil }
    let run = run(from: start)
    let size = Unicode.Scalar(cell.glyph).map(UTF8.width) ?? 3
    let erasing = isErasable && !coversStrip(run.changed) ? bytesToErase(run) : .max
    let repeating =
      isRepeatable ? size + SequenceWriter.length(ofSequence: run.changed.count - 1) : .max
    if min(erasing, repeating) >= run.changed.count * size { return nil }
    if erasing <= repeating {
      erase(run)
    } else {
      out.append(scalar: cell.glyph)
      out.append(sequence: "b", run.changed.count - 1)
      // libvterm considers the last column full when only the one before it is.
      cursor.advance(by: run.changed.count, columns: cells.count - 1)
    }
    return run.changed.upperBound
  }

  /// A run of equal cells: the range up to the last changed one, and whether the run reaches the
  /// end of the row.
  private typealias Run = (changed: Range<Int>, isToEnd: Bool)

  private func run(from start: Int) -> Run {
    let words = CellRow.words(of: cells, start)
    var end = start
    var changedEnd = start
    while end < cells.count, CellRow.words(of: cells, end) == words {
      if CellRow.words(of: former, end) != words { changedEnd = end + 1 }
      end += 1
    }
    return (start..<changedEnd, end == cells.count)
  }

  /// Whether the cell is blank in a background that erasing produces.
  private func isErasable(_ cell: Cell) -> Bool {
    cell.glyph == 0x20 && !cell.style.marksBlanks
      && (cell.background.isTerminalDefault || shortcuts.contains(.erasesWithBackground))
  }

  /// The bytes of erasing a run, and of moving past it if cells follow.
  private func bytesToErase(_ run: Run) -> Int {
    if run.isToEnd { return 3 }
    let isLast =
      CellRow.firstDifference(cells, former, from: run.changed.upperBound) == nil
    return SequenceWriter.length(ofSequence: run.changed.count) * (isLast ? 1 : 2)
  }

  private mutating func erase(_ run: Run) {
    if run.isToEnd {
      out.append("\u{1B}[K")
    } else {
      out.append(sequence: "X", run.changed.count)
    }
  }
}
