import Raster

extension Gallery {
  /// Fills a surface of `layout.screen`'s size with the current state, whatever it contains.
  package func draw(into surface: inout Surface) { surface.draw(self) }

  // MARK: - Frames

  /// The way of the tiles to the next frame.
  package var motion: TileMotion { TileMotion(of: self) }

  /// The cell that the person looks at: the middle of the selected tile.
  package var focus: CellPoint { screen == .tiles ? navigation.focus : .init(column: 0, row: 0) }

  /// Records the items that are on a frame for the first time.
  ///
  /// Call it for every presented frame.
  package mutating func framePresented() { pictures.board.recordPresented(drawnItems) }
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
    if gallery.itemCount == 0, let sentence = gallery.filtering.emptyText {
      let (area, text) = (layout.content, DisplayText(sentence))
      write(
        sentence,
        at: CellPoint(
          column: max(0, (area.size.columns - text.columns) / 2),
          row: area.origin.row + area.size.rows / 2),
        limit: area.size.columns, foreground: scene.theme.emphasis)
    }
    StatusLine(gallery).draw(into: &self)
  }
}
