import GalleryItems
import Raster

/// The marks as a frame shows them, with those of the open range.
struct ShownMarks: Hashable, Sendable {
  /// The sign of a marked item before its name, for which no color is needed.
  static let sign = "✓ "

  private var marked = RangeSet<Int>()
  private var range: Range<Int>?

  /// No marks.
  init() {}

  init(_ marks: Marks, selection: Int, in items: AnyItemSnapshot) {
    marked = marks.marked
    range = marks.range(to: selection, in: items)
  }

  /// Whether an item is shown as marked.
  func contains(_ item: ItemID, at place: Int) -> Bool {
    range?.contains(place) == true || (!marked.isEmpty && marked.contains(item.rawValue))
  }
}

extension Surface {
  /// Draws heavy corners around a marked picture, in the gutter and in the caption's row.
  ///
  /// They differ from the frame of the selection by their shape, and stay visible within it.
  mutating func drawMark(around picture: CellRect, clip: CellRect, _ theme: Theme) {
    let (left, right) = (picture.origin.column - 1, picture.columns.upperBound)
    let (top, bottom) = (picture.origin.row - 1, picture.rows.upperBound)
    func draw(_ glyph: Unicode.Scalar, _ column: Int, _ row: Int) {
      fill(
        CellRect(column: column, row: row, columns: 1, rows: 1).intersection(clip),
        with: Cell(glyph: glyph, foreground: theme.accent))
    }
    for (column, corners) in [(left, ("┏", "┗")), (right, ("┓", "┛"))]
      as [(Int, (Unicode.Scalar, Unicode.Scalar))]
    {
      draw(corners.0, column, top)
      for row in picture.rows { draw("┃", column, row) }
      draw(corners.1, column, bottom)
    }
  }

  /// Draws the sign of a mark if there is no gutter: a heavy line left of a column.
  mutating func drawMark(
    besideColumn column: Int, rows: Range<Int>, clip: CellRect, _ theme: Theme
  ) {
    let line = CellRect(column: column - 1, row: rows.lowerBound, columns: 1, rows: rows.count)
    fill(line.intersection(clip), with: Cell(glyph: "┃", foreground: theme.accent))
  }
}
