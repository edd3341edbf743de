import Raster

extension Gallery {
  /// Fills a surface of `layout.screen`'s size with the current state, whatever it contains.
  package func draw(into surface: inout Surface) { surface.draw(self) }

  // MARK: - Frames

  /// The way of the tiles to the next frame.
  package var motion: TileMotion {
    let areShown = screen == .tiles && layout.isLargeEnough
    return TileMotion(from: sharpness, to: nextFrame, in: navigation, areShown: areShown)
  }

  var nextFrame: TileSharpness.Frame { TileSharpness.Frame(drawnItems, in: navigation) }

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
