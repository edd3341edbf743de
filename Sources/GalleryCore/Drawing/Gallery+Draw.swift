import Prefetching
import Raster

extension Gallery {
  /// Fills a surface of `layout.screen`'s size with the present state.
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
    drawStatusLine(into: &surface, presenter: presenter)
  }

  private func drawTiles(into surface: inout Surface) {
    if itemCount == 0 {
      surface.write("nothing to show", at: CellPoint(column: 1, row: 1), foreground: Theme.faint)
    }
    for item in visibleItems {
      let rect = layout.tileRect(of: item, offset: viewport.offset)
      let tile = tiles[item] ?? placeholder(for: item)
      surface.draw(
        tile, in: layout.pictureRect(in: rect), colors: placeholderColors(of: item),
        clip: layout.content)
      if case .ready = tile.state {
        surface.coarsen(layout.pictureRect(in: rect), to: levels[item], clip: layout.content)
      }
      switch layout.mode {
      case .list: drawListCaption(of: item, tile, in: rect, into: &surface)
      case .grid: drawGridCaption(of: item, tile, in: rect, into: &surface)
      }
    }
  }

  private func drawGridCaption(
    of item: Int, _ tile: Tile, in rect: CellRect, into surface: inout Surface
  ) {
    let place = layout.captionRect(in: rect)
    let selected = item == selection
    let background = selected ? Theme.accent : .terminalDefault
    if selected {
      surface.fill(
        place.intersection(layout.content), with: Cell(glyph: " ", background: background))
    }
    let room = place.size.columns - 2
    surface.write(
      gridCaption(of: item, tile, columns: room),
      at: CellPoint(column: place.origin.column + 1, row: place.origin.row),
      limit: room, foreground: selected ? Theme.accentText : .terminalDefault,
      background: background, style: selected ? .bold : [], truncation: .middle,
      clip: layout.content)
  }

  /// A caption, and what is wrong with its picture, if both have room.
  private func gridCaption(of item: Int, _ tile: Tile, columns: Int) -> String {
    let caption = self.item(item).caption
    guard let flaw = tile.flaw, columns > 2 * flaw.count else { return caption }
    return DisplayText.shortened(caption, toColumns: columns - flaw.count - 3, .middle) + " · "
      + flaw
  }

  private func drawListCaption(
    of item: Int, _ tile: Tile, in rect: CellRect, into surface: inout Surface
  ) {
    let place = layout.captionRect(in: rect)
    let selected = item == selection
    if selected {
      let bar = CellRect(
        column: place.origin.column - 1, row: place.origin.row, columns: 1, rows: place.size.rows)
      surface.fill(
        bar.intersection(layout.content), with: Cell(glyph: "▌", foreground: Theme.accent))
    }
    let lines: [(String, Color, Style)] = [
      (self.item(item).caption, .terminalDefault, .bold),
      ("\(item + 1) of \(itemCount)", Theme.faint, []),
      stateLine(of: tile),
    ]
    for (index, line) in lines.prefix(place.size.rows).enumerated() {
      let point = CellPoint(column: place.origin.column + 1, row: place.origin.row + index)
      surface.write(
        line.0, at: point, limit: place.size.columns - 1, foreground: line.1, style: line.2,
        truncation: index == 0 ? .middle : .end, clip: layout.content)
    }
  }

  private func stateLine(of tile: Tile) -> (String, Color, Style) {
    switch tile.state {
    case .loading, .preview: (tile.progress.told(as: "loading"), Theme.faint, [])
    case .reloading: (tile.progress.told(as: "reloading"), Theme.faint, [])
    case .ready(let image):
      (
        ["\(image.size) pixels", tile.flaw].compactMap(\.self).joined(separator: " · "),
        Theme.faint, []
      )
    case .failed(let reason): ("failed: \(reason)", Theme.failure, [])
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
