import Raster

/// Parts of a graphic side by side in a row of a surface.
struct GraphicRun {
  let graphic: Graphic
  /// The first part's column in the graphic, and the row of all of them.
  let column: Int
  let row: Int
  let count: Int
  /// The first part's column on the surface, and the row of all of them.
  let place: CellPoint

  /// How it is sent.
  enum Form {
    case fallback
    /// As placeholders for what the terminal calls by this name.
    case placeholders(UInt32)
    case strip
  }

  /// Nothing of its row of the graphic is cut or covered.
  var isWhole: Bool { column == 0 && count == graphic.size.columns }
}
