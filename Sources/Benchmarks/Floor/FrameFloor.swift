import Raster

/// The minimum of bytes that a frame needs for its new cells alone, to compare presenters.
///
/// Counted in reading order are the cells that are not on the screen yet: their glyphs in UTF-8,
/// and one shortest SGR sequence wherever colors or styles change. Rows may have moved by one
/// distance, any of them and at no cost. Movements of rows and of the cursor, and brackets, cost
/// nothing. A run of equal cells costs at most a repetition (REP). A blank run costs at most
/// erasing it (ECH, EL), even if the presenter can't do so.
///
/// It is a floor for one way to draw each cell, the surface's own glyph; other glyphs with the same
/// look are not tried. In a palette, each color is replaced by the nearest; a presenter that
/// dithers has more changes of color.
package struct FrameFloor {
  private let colors: ColorDepth
  private static let candidates = 3
  private static let samples = 16

  package init(colors: ColorDepth) {
    self.colors = colors
  }

  /// The floor of a frame that follows another.
  ///
  /// - Parameter previous: the frame on the screen; nil or another size if unknown.
  /// - Complexity: O(rows² + cells).
  package func bytes(from previous: Surface?, to next: Surface) -> Int {
    let rows = rows(of: next)
    guard let previous, previous.size == next.size else {
      return rows.reduce(into: FloorPen(colors: colors)) { $0.count($1, over: nil) }.bytes
    }
    let former = self.rows(of: previous)
    return ([0] + likelyShifts(from: former, to: rows)).map { shift in
      bytes(from: former, to: rows, shift: shift)
    }.min() ?? 0
  }

  private func rows(of surface: Surface) -> [[SentCell]] {
    let columns = surface.size.columns
    return (0..<surface.size.rows).map { row in
      surface.cells[row * columns..<(row + 1) * columns].map { SentCell($0, colors: colors) }
    }
  }

  /// The bytes of a shift.
  ///
  /// Each row uses the cheaper base: the former row in place, or the row that moved there.
  private func bytes(from former: [[SentCell]], to rows: [[SentCell]], shift: Int) -> Int {
    var pen = FloorPen(colors: colors)
    for row in rows.indices {
      var inPlace = pen
      inPlace.count(rows[row], over: former[row])
      pen.count(rows[row], over: former.indices.contains(row + shift) ? former[row + shift] : nil)
      if inPlace.bytes < pen.bytes { pen = inPlace }
    }
    return pen.bytes
  }

  /// The distances that move most of the sampled changed cells into place.
  private func likelyShifts(from former: [[SentCell]], to rows: [[SentCell]]) -> [Int] {
    let columns = rows.first?.count ?? 0
    let sampled = stride(from: 0, to: columns, by: max(1, columns / Self.samples))
    func matches(_ shift: Int) -> Int {
      rows.indices.reduce(0) { sum, row in
        guard former.indices.contains(row + shift) else { return sum }
        return sampled.reduce(sum) {
          $0
            + (rows[row][$1] == former[row + shift][$1] && rows[row][$1] != former[row][$1] ? 1 : 0)
        }
      }
    }
    let shifts = (1 - rows.count..<max(1, rows.count)).map { ($0, matches($0)) }
    return shifts.sorted { $0.1 > $1.1 }.prefix(Self.candidates).map(\.0)
  }
}
