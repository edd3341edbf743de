import Raster

/// Parts of a graphic side by side in a row of a surface.
struct GraphicRun {
  let graphic: Graphic
  /// The first part's column in the graphic, and the row of all of them.
  let column: Int
  let row: Int
  let count: Int

  /// How it is sent.
  enum Form {
    case fallback
    /// As placeholders for what the terminal calls by this name.
    case placeholders(UInt32)
    case strip
  }
}

/// A surface whose parts of graphics are made ready to be sent, in memory that is used again.
struct ResolvedSurface {
  private var surface = Surface(size: CellSize(columns: 0, rows: 0))

  /// Decides for each run of parts how it is sent.
  ///
  /// - Parameter form: is given a run and its row on the surface.
  /// - Returns: the surface itself when it has no graphics.
  /// - Complexity: O(cells).
  mutating func resolve(
    _ source: Surface, _ form: (GraphicRun, Int) -> GraphicRun.Form
  ) -> Surface {
    if source.graphics.isEmpty { return source }
    if surface.size != source.size { surface = Surface(size: source.size) }
    let columns = source.size.columns
    source.cells.withUnsafeBufferPointer { cells in
      surface.withMutableCells { target in
        for row in 0..<source.size.rows {
          let start = row * columns
          var column = 0
          while column < columns {
            let cell = cells[start + column]
            guard cell.isGraphic else {
              target[start + column] = cell
              column += 1
              continue
            }
            let end = Self.endOfRun(cells, from: start + column, limit: start + columns)
            let count = end - start - column
            Self.fill(
              &target, from: start + column, count: count, cell,
              source.graphics[cell.graphicPart.id]
            ) { form($0, row) }
            column += count
          }
        }
      }
    }
    return surface
  }

  private static func endOfRun(
    _ cells: UnsafeBufferPointer<Cell>, from start: Int, limit: Int
  ) -> Int {
    var end = start + 1
    while end < limit, cells[end].continues(cells[end - 1]) { end += 1 }
    return end
  }

  private static func fill(
    _ target: inout MutableSpan<Cell>, from start: Int, count: Int, _ first: Cell,
    _ graphic: Graphic?, form: (GraphicRun) -> GraphicRun.Form
  ) {
    let (_, column, row) = first.graphicPart
    guard let graphic, column + count <= graphic.size.columns, row < graphic.size.rows else {
      for offset in 0..<count { target[start + offset] = .blank }
      return
    }
    let run = GraphicRun(graphic: graphic, column: column, row: row, count: count)
    switch form(run) {
    case .fallback:
      let part = row * graphic.size.columns + column
      for offset in 0..<count { target[start + offset] = graphic.fallback.cells[part + offset] }
    case .placeholders(let name):
      target[start] = .placeholder(name, column: column, row: row)
      for offset in 1..<max(1, count) {
        target[start + offset] = .follower(name, column: column + offset, row: row)
      }
    case .strip:
      for offset in 0..<count {
        target[start + offset] = .strip(graphic.id, column: column + offset, row: row)
      }
    }
  }
}
