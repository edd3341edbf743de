import Prefetching
import Raster

extension Gallery {
  /// True when the tiles are not where the last frame showed them.
  package var hasMoved: Bool { levels.shown != frameShown }

  /// About how many cells of pictures come on the screen with the next frame.
  package var incomingCells: Int {
    guard screen == .tiles, layout.isLargeEnough else { return 0 }
    let perLine = layout.pictureCells.area * layout.lines.itemsPerLine
    return incomingRows * perLine / max(1, layout.lines.lineLength)
  }

  private var incomingRows: Int {
    guard let shown = levels.shown, shown.layout == layout, !shown.items.isEmpty else {
      return viewport.length
    }
    return min(abs(viewport.offset - shown.offset), viewport.length)
  }

  private var frameShown: TileLevels.Shown {
    TileLevels.Shown(
      items: screen == .tiles ? visibleItems : 0..<0, offset: viewport.offset, layout: layout)
  }

  /// The next frame shows the tiles where they are now: pictures that come in have this level.
  package mutating func move(incoming level: DetailLevel) {
    levels.show(frameShown, incoming: level)
  }

  /// Draws the coarse picture nearest to the selection in full from now on.
  package mutating func sharpenNext() { levels.sharpenNext(nearestTo: selection) }

  /// Draws all pictures in full from now on.
  package mutating func sharpenAll() { levels.sharpenAll() }

  /// The row of the screen that a person looks at: the middle of the selected tile.
  package var focusRow: Int {
    guard screen == .tiles, itemCount > 0, layout.isLargeEnough else { return 0 }
    let rect = layout.tileRect(of: selection, offset: viewport.offset)
    let middle = rect.origin.row + rect.size.rows / 2
    return min(max(0, middle), max(0, layout.content.size.rows - 1))
  }
}
