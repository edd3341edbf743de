/// A picture as cells: what is drawn of it, whatever it is drawn on.
package struct CellImage: Hashable, Sendable {
  package let size: CellSize
  /// Row by row from the top; `size.area` cells.
  package let cells: [Cell]

  /// - Precondition: `cells.count == size.area`.
  package init(size: CellSize, cells: [Cell]) {
    precondition(cells.count == size.area, "a picture of \(size) has \(size.area) cells")
    self.size = size
    self.cells = cells
  }

  package var costBytes: Int { cells.count * MemoryLayout<Cell>.stride }
}
