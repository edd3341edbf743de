import Raster

extension Surface {
  /// The surface as a presenter shows it that has no graphics: with what stands in for them.
  var inCells: Surface {
    if graphics.isEmpty { return self }
    var surface = Surface(size: size)
    for row in 0..<size.rows {
      for column in 0..<size.columns { surface[column, row] = fallback(for: self[column, row]) }
    }
    return surface
  }

  private func fallback(for cell: Cell) -> Cell {
    guard cell.isGraphic else { return cell }
    let part = cell.graphicPart
    guard let image = graphics[part.id]?.fallback, part.column < image.size.columns,
      part.row < image.size.rows
    else { return .blank }
    return image.cells[part.row * image.size.columns + part.column]
  }
}
