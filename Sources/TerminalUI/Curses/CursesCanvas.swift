import CNcursesw
import Raster

/// The cells of one ncurses screen, as they were last painted.
struct CursesCanvas: ~Copyable {
  private let size: CellSize
  private let cells: UnsafeMutableBufferPointer<cchar_t>
  /// Where a row is repaired before it is painted.
  private let row: UnsafeMutableBufferPointer<Cell>

  init(size: CellSize) {
    self.size = size
    cells = .allocate(capacity: size.area)
    cells.initialize(repeating: curses_cell(0x20, 0, 0))
    row = .allocate(capacity: size.columns)
  }

  deinit {
    cells.deallocate()
    row.deallocate()
  }

  /// Paints the rows that are not the same in another surface, and gives them to ncurses.
  ///
  /// - Parameters:
  ///   - surface: of this canvas's size.
  ///   - former: what the canvas shows; nil when that is unknown.
  mutating func paint(_ surface: Surface, over former: Surface?, with painter: any RowPainter) {
    painter.beginFrame(changing: size.area, of: UnsafeBufferPointer(cells))
    surface.cells.withUnsafeBufferPointer { new in
      guard let former else { return (0..<size.rows).forEach { paint($0, of: new, with: painter) } }
      former.cells.withUnsafeBufferPointer { old in
        for index in 0..<size.rows
        where !CellRow.areEqual(line(index, of: new), line(index, of: old)) {
          paint(index, of: new, with: painter)
        }
      }
    }
  }

  private func line(_ index: Int, of cells: CellRow.Line) -> CellRow.Line {
    CellRow.Line(rebasing: cells[index * size.columns..<(index + 1) * size.columns])
  }

  private func paint(_ index: Int, of surface: CellRow.Line, with painter: any RowPainter) {
    CellRow.repair(line(index, of: surface), into: row)
    replaceMisfits()
    let start = index * size.columns
    let target = UnsafeMutableBufferPointer(rebasing: cells[start..<start + size.columns])
    let count = painter.paint(CellRow.Line(row), to: target)
    mvwadd_wchnstr(
      curses_standard_screen(), Int32(index), 0, target.baseAddress, Int32(count))
  }

  /// Replaces glyphs to which ncurses gives another width: the rest of the row would be shifted.
  private func replaceMisfits() {
    for column in 0..<row.count {
      let glyph = row[column].glyph
      if CellRow.isWidthCertain(glyph) { continue }
      let isWide = column + 1 < row.count && row[column + 1].isContinuation
      if curses_columns(wchar_t(bitPattern: glyph)) == (isWide ? 2 : 1) { continue }
      row[column].glyph = 0xFFFD
      if isWide { row[column + 1].glyph = 0x20 }
    }
  }
}
