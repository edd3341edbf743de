import GalleryItems
import Prefetching
import Raster

extension Gallery {
  /// Fills a surface of `layout.screen`'s size with the present state, whatever it shows before.
  ///
  /// - Parameter presenter: the name that the status line shows.
  package func draw(into surface: inout Surface, presenter: String) {
    surface.clear()
    guard layout.isLargeEnough else {
      let size = GalleryLayout.smallestScreen
      let text = "needs \(size.columns)x\(size.rows) cells"
      surface.write(text, at: CellPoint(column: 0, row: 0))
      return
    }
    switch screen {
    case .tiles: drawTiles(into: &surface)
    case .detail: drawDetail(into: &surface)
    case .help: HelpScreen.draw(into: &surface, in: layout.content)
    }
    statusLine(presenter: presenter).draw(into: &surface)
  }

  private func drawTiles(into surface: inout Surface) {
    if itemCount == 0 {
      surface.write("nothing to show", at: CellPoint(column: 1, row: 1), foreground: Theme.faint)
    }
    for item in visibleItems {
      let rect = layout.tileRect(of: item, offset: viewport.offset)
      draw(look(of: item), of: item, in: rect, into: &surface, clip: layout.content)
    }
  }

  /// Draws a tile over blank cells.
  ///
  /// - Parameters:
  ///   - rect: the place of the whole tile.
  ///   - clip: whole rows of the content; nothing outside it is touched.
  func draw(
    _ look: TileLook, of item: Int, in rect: CellRect, into surface: inout Surface, clip: CellRect
  ) {
    let picture = layout.pictureRect(in: rect)
    surface.draw(look.tile, in: picture, colors: look.colors, clip: clip)
    surface.coarsen(picture, to: look.level, clip: clip)
    let place = layout.captionRect(in: rect)
    if place.intersection(clip).isEmpty { return }
    switch layout.mode {
    case .list: drawListCaption(of: item, look, in: place, into: &surface, clip: clip)
    case .grid: drawGridCaption(of: item, look, in: place, into: &surface, clip: clip)
    }
  }

  private func drawGridCaption(
    of item: Int, _ look: TileLook, in place: CellRect, into surface: inout Surface,
    clip: CellRect
  ) {
    let background = look.isSelected ? Theme.accent : .terminalDefault
    if look.isSelected {
      surface.fill(place.intersection(clip), with: Cell(glyph: " ", background: background))
    }
    let room = place.size.columns - 2
    surface.write(
      gridCaption(of: item, look.tile, columns: room),
      at: CellPoint(column: place.origin.column + 1, row: place.origin.row),
      limit: room,
      foreground: look.isSelected ? Theme.accentText : .terminalDefault,
      background: background, style: look.isSelected ? .bold : .plain, truncation: .middle,
      clip: clip)
  }

  /// A caption, and what is wrong with its picture, if both have room.
  private func gridCaption(of item: Int, _ tile: Tile, columns: Int) -> String {
    let caption = self.item(item).caption
    guard let flaw = tile.flaw, columns > 2 * flaw.count else { return caption }
    return DisplayText.shortened(caption, toColumns: columns - flaw.count - 3, .middle) + " · "
      + flaw
  }

  private func drawListCaption(
    of item: Int, _ look: TileLook, in place: CellRect, into surface: inout Surface,
    clip: CellRect
  ) {
    if look.isSelected {
      let bar = CellRect(
        column: place.origin.column - 1, row: place.origin.row, columns: 1, rows: place.size.rows)
      surface.fill(bar.intersection(clip), with: Cell(glyph: "▌", foreground: Theme.accent))
    }
    for index in 0..<min(3, place.size.rows) where clip.rows.contains(place.origin.row + index) {
      let (text, color, style) = captionLine(index, of: item, look.tile)
      surface.write(
        text, at: CellPoint(column: place.origin.column + 1, row: place.origin.row + index),
        limit: place.size.columns - 1, foreground: color, style: style,
        truncation: index == 0 ? .middle : .end, clip: clip)
    }
  }

  private func captionLine(_ index: Int, of item: Int, _ tile: Tile) -> (String, Color, Style) {
    switch index {
    case 0: (self.item(item).caption, .terminalDefault, .bold)
    case 1: ("\(item + 1) of \(itemCount)", Theme.faint, .plain)
    default: stateLine(of: tile)
    }
  }

  private func stateLine(of tile: Tile) -> (String, Color, Style) {
    switch tile.state {
    case .loading, .preview: (tile.progress.told(as: "loading"), Theme.faint, .plain)
    case .reloading: (tile.progress.told(as: "reloading"), Theme.faint, .plain)
    case .ready(let image):
      (
        ["\(image.size) pixels", tile.flaw].compactMap(\.self).joined(separator: " · "),
        Theme.faint, .plain
      )
    case .failed(let reason): ("failed: \(reason)", Theme.failure, .plain)
    }
  }

  /// What is drawn for an item that was not given out yet.
  func placeholder(for item: Int) -> Tile {
    Tile(key: key(for: item, covering: layout.pictureCells), url: nil)
  }
}

extension TileProgress? {
  /// What goes on, with all figures there are; or, while nothing goes on, why.
  fileprivate func told(as activity: String) -> String {
    self?.note ?? ([activity] + (self?.figures ?? [])).joined(separator: " · ")
  }
}
