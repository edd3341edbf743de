import Raster

/// A rectangle of a graphic that the terminal draws over the cells of the screen.
struct Placement: Equatable {
  let graphic: Graphic
  /// The rectangle in the graphic, in cells.
  let part: CellRect
  /// The position of its first cell on the screen.
  let place: CellPoint
}

/// The direct placements on a terminal without placeholders.
///
/// Edges and popups cut a graphic into rectangles; each is a placement. A placement that moves
/// keeps its number, so the terminal moves it. The lists of two frames are sorted and compared side
/// by side, in memory that is reused.
struct PlacementBoard {
  private struct Entry: Equatable {
    /// The terminal's name for the graphic.
    let name: UInt32
    /// The number of the rectangle within the graphic, from 1.
    var number = 1
    let placement: Placement

    var key: (UInt32, Int) { (name, number) }
    /// The sort key of a list before numbers are assigned.
    var place: (UInt32, Int, Int) { (name, placement.place.row, placement.place.column) }
  }

  private var shown: [Entry] = []
  private var wanted: [Entry] = []
  private var rectangles = PlacementRectangles()
  /// Whether the terminal may have moved placements with the text.
  private var isUncertain = false

  /// Records that rows moved on the screen.
  mutating func rowsMoved() {
    isUncertain = true
  }

  /// Takes over the placements of a frame.
  ///
  /// - Parameters:
  ///   - runs: parts of graphics, row by row and from left to right.
  ///   - names: the terminal's names for the graphics; nil for those it does not have.
  /// - Returns: whether the terminal shows others, so that `show` has something to send.
  mutating func want(
    _ runs: [GraphicRun], of graphics: [Graphic], named names: [UInt32?]
  ) -> Bool {
    wanted.removeAll(keepingCapacity: true)
    rectangles.join(runs)
    for (run, rows) in rectangles.all {
      guard let name = names[run.graphic] else { continue }
      let part = CellRect(column: run.column, row: run.row, columns: run.count, rows: rows)
      wanted.append(
        Entry(
          name: name,
          placement: Placement(graphic: graphics[run.graphic], part: part, place: run.place)))
    }
    wanted.sort { $0.place < $1.place }
    for index in wanted.indices.dropFirst() where wanted[index].name == wanted[index - 1].name {
      wanted[index].number = wanted[index - 1].number + 1
    }
    return wanted != shown || (isUncertain && !wanted.isEmpty)
  }

  /// Makes the terminal show the wanted placements, and no others.
  mutating func show(with writer: KittyWriter, in bytes: inout ByteBuffer) {
    var position = 0
    for entry in shown where Self.entry(entry.key, in: wanted, from: &position) == nil {
      writer.unplace(entry.name, number: entry.number, in: &bytes)
    }
    position = 0
    for entry in wanted
    where Self.entry(entry.key, in: shown, from: &position) != entry || isUncertain {
      writer.place(entry.placement, as: entry.name, number: entry.number, in: &bytes)
    }
    swap(&shown, &wanted)
    isUncertain = false
  }

  /// Finds the entry with a key in a sorted list that was read up to a position.
  private static func entry(
    _ key: (UInt32, Int), in list: [Entry], from position: inout Int
  ) -> Entry? {
    while position < list.count, list[position].key < key { position += 1 }
    return position < list.count && list[position].key == key ? list[position] : nil
  }
}

/// Joins runs into rectangles, in memory that is reused.
private struct PlacementRectangles {
  /// The first run and the number of rows of each rectangle, in order of the first runs.
  private(set) var all: [(first: GraphicRun, rows: Int)] = []
  /// The indexes of rectangles in the row above and in the current row, from left to right.
  private var above: [Int] = []
  private var current: [Int] = []

  /// - Parameter runs: parts of graphics, row by row and from left to right.
  mutating func join(_ runs: [GraphicRun]) {
    all.removeAll(keepingCapacity: true)
    current.removeAll(keepingCapacity: true)
    var row = -1
    var position = 0
    for run in runs {
      if run.place.row != row {
        swap(&above, &current)
        current.removeAll(keepingCapacity: true)
        if run.place.row != row + 1 { above.removeAll(keepingCapacity: true) }
        (row, position) = (run.place.row, 0)
      }
      while position < above.count, all[above[position]].first.place.column < run.place.column {
        position += 1
      }
      if position < above.count,
        run.continues(all[above[position]].first, below: all[above[position]].rows)
      {
        all[above[position]].rows += 1
        current.append(above[position])
      } else {
        current.append(all.count)
        all.append((run, 1))
      }
    }
  }
}

extension GraphicRun {
  /// Whether this run continues a rectangle: the same columns of the graphic, in the row below.
  fileprivate func continues(_ first: GraphicRun, below rows: Int) -> Bool {
    graphic == first.graphic && column == first.column && count == first.count
      && row == first.row + rows && place.column == first.place.column
  }
}
