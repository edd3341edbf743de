import Raster

/// A rectangle of a graphic that the terminal draws over the cells of the screen.
struct Placement: Hashable {
  let graphic: Graphic
  /// The rectangle in the graphic, in cells.
  var part: CellRect
  /// The place of its first cell on the screen.
  let place: CellPoint
}

/// The placements on a terminal that has no placeholders.
///
/// Edges and popups leave rectangles of a graphic, and each is a placement of its own. A placement
/// that moves keeps its number, and the terminal moves it.
struct PlacementBoard {
  private struct Key: Hashable, Comparable {
    /// The terminal's name for the graphic.
    let name: UInt32
    /// Counts the rectangles of the graphic, from 1.
    let number: Int

    static func < (one: Key, other: Key) -> Bool {
      (one.name, one.number) < (other.name, other.number)
    }
  }

  private var shown: [Key: Placement] = [:]
  private var wanted: [Key: Placement] = [:]
  /// True when the terminal may have moved placements with the text, in its own way.
  private var isUncertain = false

  /// True when the terminal shows other placements than wanted.
  var hasChanges: Bool { wanted != shown || (isUncertain && !wanted.isEmpty) }

  /// Notes that rows have moved on the screen.
  mutating func rowsMoved() {
    isUncertain = true
  }

  /// Takes over the placements of a frame.
  ///
  /// - Parameters:
  ///   - runs: row by row.
  ///   - name: the terminal's name for a graphic by its id; nil for one that it does not have.
  mutating func want(_ runs: [GraphicRun], name: (UInt32) -> UInt32?) {
    wanted.removeAll(keepingCapacity: true)
    var counts: [UInt32: Int] = [:]
    for placement in Self.rectangles(of: runs) {
      guard let name = name(placement.graphic.id) else { continue }
      counts[name, default: 0] += 1
      wanted[Key(name: name, number: counts[name, default: 0])] = placement
    }
  }

  /// Makes the terminal show the wanted placements, and no others.
  mutating func show(with writer: KittyWriter, in bytes: inout ByteBuffer) {
    for key in shown.keys.sorted() where wanted[key] == nil {
      writer.unplace(key.name, number: key.number, in: &bytes)
    }
    for (key, placement) in wanted.sorted(by: { $0.key < $1.key })
    where isUncertain || shown[key] != placement {
      writer.place(placement, as: key.name, number: key.number, in: &bytes)
    }
    shown = wanted
    isUncertain = false
  }

  /// Joins parts of rows to rectangles, in the order of their first rows.
  private static func rectangles(of runs: [GraphicRun]) -> [Placement] {
    struct Edge: Hashable {
      let id: UInt32
      let column, count, left: Int
    }
    var open: [Edge: Int] = [:]
    var placements: [Placement] = []
    for run in runs {
      let edge = Edge(
        id: run.graphic.id, column: run.column, count: run.count, left: run.place.column)
      if let index = open[edge], placements[index].part.rows.upperBound == run.row,
        placements[index].place.row + placements[index].part.size.rows == run.place.row
      {
        placements[index].part.size.rows += 1
      } else {
        open[edge] = placements.count
        let part = CellRect(column: run.column, row: run.row, columns: run.count, rows: 1)
        placements.append(Placement(graphic: run.graphic, part: part, place: run.place))
      }
    }
    return placements
  }
}
