import Raster

/// A surface whose parts of graphics are ready to send, in memory that is used again.
package struct ResolvedSurface {
  /// The parts of graphics of the loaded surface, row by row and from left to right.
  private(set) var runs: [GraphicRun] = []
  /// The graphics on the surface, in the order of their first runs.
  ///
  /// Runs refer to them by index, because hundreds of copies would take most of a frame.
  private(set) var graphics: [Graphic] = []
  private var indices: [UInt32: Int] = [:]
  private var surface = Surface(size: CellSize(columns: 0, rows: 0))

  package init() {}

  /// A surface with the fallback of every graphic.
  ///
  /// - Returns: the surface itself when it has no graphics.
  /// - Complexity: O(cells).
  package mutating func fallback(of source: Surface) -> Surface {
    load(source)
    return replaceRuns(of: source) { _ in .fallback }
  }

  /// Loads a surface and finds its parts of graphics; parts of unknown graphics become blank.
  mutating func load(_ source: Surface) {
    runs.removeAll(keepingCapacity: true)
    graphics.removeAll(keepingCapacity: true)
    indices.removeAll(keepingCapacity: true)
    if source.graphics.isEmpty { return }
    if surface.size != source.size { surface = Surface(size: source.size) }
    source.cells.withUnsafeBufferPointer { cells in
      surface.withMutableCells { target in
        target.withUnsafeMutableBufferPointer { _ = $0.update(fromContentsOf: cells) }
      }
      for row in 0..<source.size.rows { find(in: cells, row: row, of: source) }
    }
  }

  /// Replaces each run by the form that `form` chooses.
  ///
  /// - Parameter source: the surface that was loaded last.
  mutating func replaceRuns(
    of source: Surface, _ form: (GraphicRun) -> GraphicRun.Form
  ) -> Surface {
    if source.graphics.isEmpty { return source }
    let columns = source.size.columns
    var isCoarse = false
    surface.withMutableCells { [runs, graphics] target in
      target.withUnsafeMutableBufferPointer { target in
        for run in runs {
          let start = run.place.row * columns + run.place.column
          let form = form(run)
          if case .coarse = form { isCoarse = true }
          run.fill(
            UnsafeMutableBufferPointer(rebasing: target[start..<start + run.count]), form,
            of: graphics[run.graphic])
        }
      }
    }
    if isCoarse { coarsen(form) }
    return surface
  }

  private mutating func coarsen(_ form: (GraphicRun) -> GraphicRun.Form) {
    for run in runs {
      guard case .coarse = form(run) else { continue }
      let (column, row) = (run.place.column, run.place.row)
      let whole = CellRect(
        column: column - run.column, row: row, columns: graphics[run.graphic].size.columns, rows: 1)
      surface.coarsen(
        whole, to: .plainEights,
        clip: CellRect(column: column, row: row, columns: run.count, rows: 1))
    }
  }

  /// The indexes of the graphics, nearest to a cell first: by rows, then by columns.
  func order(around focus: CellPoint) -> [Int] {
    var distances = [(rows: Int, columns: Int)](repeating: (.max, .max), count: graphics.count)
    for run in runs {
      let last = run.place.column + run.count - 1
      let distance = (
        rows: abs(run.place.row - focus.row),
        columns: max(run.place.column - focus.column, focus.column - last, 0)
      )
      if distance < distances[run.graphic] { distances[run.graphic] = distance }
    }
    return graphics.indices.sorted { one, other in
      (distances[one].rows, distances[one].columns, graphics[one].id)
        < (distances[other].rows, distances[other].columns, graphics[other].id)
    }
  }

  /// Finds the parts of graphics of a row.
  private mutating func find(
    in cells: UnsafeBufferPointer<Cell>, row: Int, of source: Surface
  ) {
    let columns = source.size.columns
    let line = UnsafeBufferPointer(rebasing: cells[row * columns..<(row + 1) * columns])
    var column = 0
    while column < columns {
      let first = line[column]
      let start = column
      column += 1
      guard first.isGraphic else { continue }
      while column < columns, line[column].continues(line[column - 1]) { column += 1 }
      let (id, part, partRow) = first.graphicPart
      let count = column - start
      if let index = index(of: id, in: source), part + count <= graphics[index].size.columns,
        partRow < graphics[index].size.rows
      {
        let place = CellPoint(column: start, row: row)
        runs.append(
          GraphicRun(graphic: index, column: part, row: partRow, count: count, place: place))
      } else {
        surface.fill(CellRect(column: start, row: row, columns: count, rows: 1), with: .blank)
      }
    }
  }

  private mutating func index(of id: UInt32, in source: Surface) -> Int? {
    if let index = indices[id] { return index }
    guard let graphic = source.graphics[id] else { return nil }
    graphics.append(graphic)
    indices[id] = graphics.count - 1
    return graphics.count - 1
  }
}

extension GraphicRun {
  /// Makes the cells of the run ready to send.
  fileprivate func fill(
    _ cells: UnsafeMutableBufferPointer<Cell>, _ form: Form, of graphic: @autoclosure () -> Graphic
  ) {
    switch form {
    case .fallback, .coarse:
      let graphic = graphic()
      let part = row * graphic.size.columns + column
      _ = cells.update(fromContentsOf: graphic.fallback.cells[part..<part + count])
    case .placeholders(let name):
      let first = Cell.placeholder(name, column: column, row: row)
      var next = Cell.follower(name, column: column, row: row)
      for offset in cells.indices {
        next.background = Color(rawValue: first.background.rawValue &+ UInt32(offset))
        cells[offset] = next
      }
      cells[0] = first
    case .blank: cells.update(repeating: .blank)
    case .strip:
      var next = Cell.strip(graphic().id, column: column, row: row)
      let place = next.background.rawValue
      for offset in cells.indices {
        next.background = Color(rawValue: place &+ UInt32(offset))
        cells[offset] = next
      }
    }
  }
}

/// Adjacent parts of a graphic in one row of a surface.
struct GraphicRun {
  /// The graphic's index in `ResolvedSurface.graphics`.
  let graphic: Int
  /// The first part's column in the graphic, and its row.
  let column: Int
  let row: Int
  let count: Int
  /// The first part's column and row on the surface.
  let place: CellPoint

  /// The form in which a run is sent.
  enum Form {
    case fallback
    /// The less sharp fallback, while the graphic waits for the link.
    ///
    /// At 1 Mbit/s a page at 200x60 takes 0.2 s this way, and 2.3 s in full.
    case coarse
    /// Placeholders for the graphic with this name.
    case placeholders(UInt32)
    case strip
    /// Blanks, under a placement.
    case blank
  }
}
