import Raster

extension Gallery {
  /// Fills a surface of `layout.screen`'s size with the current state, whatever it contains.
  package func draw(into surface: inout Surface) { surface.draw(self) }

  // MARK: - Frames

  /// True if the tiles have moved since the last frame.
  package var hasMoved: Bool { sharpness.latest != nextFrame }

  /// The rows by which the tiles will move in the next frame, in either direction; 0 for other changes.
  package var movedRows: Int { sharpness.movedRows(to: nextFrame) }

  /// The approximate number of picture cells that scroll in with the next frame.
  package var incomingCells: Int {
    screen == .tiles && layout.isLargeEnough ? sharpness.incomingCells(in: navigation) : 0
  }

  private var nextFrame: TileSharpness.Frame { TileSharpness.Frame(drawnItems, in: navigation) }

  /// Records the tiles' position for the next frame, and gives incoming pictures this sharpness.
  package mutating func move(incoming sharpness: Sharpness) {
    board.sharpness.record(nextFrame, incoming: sharpness)
  }

  /// The cell that the person looks at: the middle of the selected tile.
  package var focus: CellPoint { screen == .tiles ? navigation.focus : .init(column: 0, row: 0) }

  /// Records the items that are on a frame for the first time.
  ///
  /// Call it for every presented frame.
  package mutating func framePresented() { board.recordPresented(drawnItems) }
}

extension Surface {
  fileprivate mutating func draw(_ gallery: Gallery) {
    clear()
    let (layout, scene) = (gallery.layout, gallery.scene)
    guard layout.isLargeEnough else {
      let size = GalleryLayout.smallestScreen
      write("needs \(size.columns)x\(size.rows) cells", at: CellPoint(column: 0, row: 0))
      return
    }
    switch gallery.screen {
    case .detail where gallery.itemCount > 0:
      gallery.detail.draw(scene, over: gallery.board, into: &self)
    case .detail, .tiles:
      TilePainter(gallery.board, layout, scene.theme).drawAll(in: scene, into: &self)
    case .help: gallery.screens.help?.draw(into: &self, at: layout.content.origin, scene.theme)
    }
    StatusLine(gallery).draw(into: &self)
  }
}
