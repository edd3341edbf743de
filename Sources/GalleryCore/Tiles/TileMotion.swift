/// The way of the tiles from the latest frame to the next one.
package struct TileMotion: Hashable, Sendable {
  /// Whether they move at all.
  package let hasMoved: Bool
  /// The rows by which the same tiles move, in either direction; 0 for other changes.
  package let movedRows: Int
  /// The approximate number of picture cells that scroll in.
  package let incomingCells: Int

  /// - Parameter areShown: whether the tiles are on the screen.
  init(
    from sharpness: TileSharpness, to next: TileSharpness.Frame, in navigation: Navigation,
    areShown: Bool
  ) {
    hasMoved = sharpness.latest != next
    movedRows = sharpness.movedRows(to: next)
    incomingCells = areShown ? sharpness.incomingCells(in: navigation) : 0
  }
}
