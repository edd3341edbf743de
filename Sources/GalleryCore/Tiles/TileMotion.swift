/// The way of the tiles from the latest frame to the next one.
package struct TileMotion: Hashable, Sendable {
  /// Whether they move at all.
  package let hasMoved: Bool
  /// The rows by which the same tiles move, in either direction; 0 for other changes.
  package let movedRows: Int
  /// The approximate number of picture cells that scroll in.
  package let incomingCells: Int

  init(of gallery: Gallery) {
    let (sharpness, next) = (gallery.sharpness, TileSharpness.Frame(of: gallery))
    let areShown = gallery.screen == .tiles && gallery.layout.isLargeEnough
    hasMoved = sharpness.latest != next
    movedRows = sharpness.movedRows(to: next)
    incomingCells = areShown ? sharpness.incomingCells(in: gallery.navigation) : 0
  }
}

extension TileSharpness.Frame {
  /// The next frame.
  init(of gallery: Gallery) { self.init(gallery.drawnItems, in: gallery.navigation) }
}
