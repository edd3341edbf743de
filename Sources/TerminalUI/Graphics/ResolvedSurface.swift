import Raster

/// A surface whose parts of graphics are ready to send, in memory that is used again.
struct ResolvedSurface {
  /// The parts of graphics of the loaded surface, row by row.
  private(set) var runs: [GraphicRun] = []
  private var surface = Surface(size: CellSize(columns: 0, rows: 0))

  /// Makes a surface ready, whatever its graphics are.
  ///
  /// - Returns: the surface itself when it has no graphics.
  /// - Complexity: O(cells).
  mutating func resolve(
    _ source: Surface, _ form: (GraphicRun) -> GraphicRun.Form
  ) -> Surface {
    load(source)
    return replaceRuns(of: source, form)
  }

  /// Takes over a surface and finds its parts of graphics; parts of unknown graphics become blank.
  mutating func load(_ source: Surface) {
    runs.removeAll(keepingCapacity: true)
    if source.graphics.isEmpty { return }
    if surface.size != source.size { surface = Surface(size: source.size) }
    source.cells.withUnsafeBufferPointer { cells in
      surface.withMutableCells { target in
        target.withUnsafeMutableBufferPointer { target in
          _ = target.update(fromContentsOf: cells)
          for row in 0..<source.size.rows {
            let start = row * source.size.columns
            Self.find(
              in: cells[start..<start + source.size.columns], row: row, of: source.graphics,
              runs: &runs, blanking: target)
          }
        }
      }
    }
  }

  /// Decides for each run how it is sent.
  ///
  /// - Parameter source: the surface that was loaded last.
  mutating func replaceRuns(
    of source: Surface, _ form: (GraphicRun) -> GraphicRun.Form
  ) -> Surface {
    if source.graphics.isEmpty { return source }
    let columns = source.size.columns
    surface.withMutableCells { target in
      target.withUnsafeMutableBufferPointer { target in
        for run in runs {
          let start = run.place.row * columns + run.place.column
          run.fill(
            UnsafeMutableBufferPointer(rebasing: target[start..<start + run.count]), form(run))
        }
      }
    }
    return surface
  }

  private static func find(
    in line: Slice<UnsafeBufferPointer<Cell>>, row: Int, of graphics: [UInt32: Graphic],
    runs: inout [GraphicRun], blanking target: UnsafeMutableBufferPointer<Cell>
  ) {
    let cells = line.base
    var index = line.startIndex
    while index < line.endIndex {
      let first = cells[index]
      guard first.isGraphic else {
        index += 1
        continue
      }
      let start = index
      index += 1
      while index < line.endIndex, cells[index].continues(cells[index - 1]) { index += 1 }
      let (id, column, part) = first.graphicPart
      let count = index - start
      if let graphic = graphics[id], column + count <= graphic.size.columns,
        part < graphic.size.rows
      {
        let place = CellPoint(column: start - line.startIndex, row: row)
        runs.append(
          GraphicRun(graphic: graphic, column: column, row: part, count: count, place: place))
      } else {
        target[start..<index].update(repeating: .blank)
      }
    }
  }
}

extension GraphicRun {
  /// Makes the cells of the run ready to send.
  fileprivate func fill(_ cells: UnsafeMutableBufferPointer<Cell>, _ form: Form) {
    switch form {
    case .fallback:
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
      var next = Cell.strip(graphic.id, column: column, row: row)
      let place = next.background.rawValue
      for offset in cells.indices {
        next.background = Color(rawValue: place &+ UInt32(offset))
        cells[offset] = next
      }
    }
  }
}

/// Parts of a graphic side by side in a row of a surface.
struct GraphicRun {
  let graphic: Graphic
  /// The first part's column in the graphic, and the row of all of them.
  let column: Int
  let row: Int
  let count: Int
  /// The first part's column on the surface, and the row of all of them.
  let place: CellPoint

  var isWhole: Bool { count == graphic.size.columns }

  /// The form in which a run is sent.
  enum Form {
    case fallback
    /// As placeholders for the graphic that the terminal knows by this name.
    case placeholders(UInt32)
    case strip
    /// As blanks, under a placement.
    case blank
  }
}
