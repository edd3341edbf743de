import GalleryItems
import Prefetching
import Raster

/// The text beside or under a tile's picture: the caption, and the load's state.
struct TileCaption {
  let look: TileLook
  /// The rectangle for the text.
  let place: CellRect
  /// The clipping rectangle, whole rows of the content; nothing outside it is touched.
  let clip: CellRect

  // MARK: - Under a picture of the grid

  func drawLine(_ caption: String, into surface: inout Surface) {
    let background = look.isSelected ? Theme.accent : .terminalDefault
    if look.isSelected {
      surface.fill(place.intersection(clip), with: Cell(glyph: " ", background: background))
    }
    let room = place.size.columns - 2
    surface.write(
      line(caption, columns: room),
      at: CellPoint(column: place.origin.column + 1, row: place.origin.row),
      limit: room,
      foreground: look.isSelected ? Theme.accentText : .terminalDefault,
      background: background, style: look.isSelected ? .bold : .plain, truncation: .middle,
      clip: clip)
  }

  /// A caption, and its picture's problem, if both have room.
  private func line(_ caption: String, columns: Int) -> String {
    guard let flaw = look.tile.flaw, columns > 2 * flaw.count else { return caption }
    return DisplayText.shortened(caption, toColumns: columns - flaw.count - 3, .middle) + " · "
      + flaw
  }

  // MARK: - Beside a picture of the list

  /// Writes the visible part of the three lines.
  ///
  /// - Parameters:
  ///   - caption: evaluated only if it is visible.
  ///   - number: the item's number and the number of all items, in words.
  func drawLines(
    _ caption: @autoclosure () -> String, number: @autoclosure () -> String,
    into surface: inout Surface
  ) {
    if look.isSelected {
      let bar = CellRect(
        column: place.origin.column - 1, row: place.origin.row, columns: 1, rows: place.size.rows)
      surface.fill(bar.intersection(clip), with: Cell(glyph: "▌", foreground: Theme.accent))
    }
    for index in 0..<min(3, place.size.rows) where clip.rows.contains(place.origin.row + index) {
      let (text, color, style): (String, Color, Style) =
        switch index {
        case 0: (caption(), .terminalDefault, .bold)
        case 1: (number(), Theme.faint, .plain)
        default: stateLine
        }
      surface.write(
        text, at: CellPoint(column: place.origin.column + 1, row: place.origin.row + index),
        limit: place.size.columns - 1, foreground: color, style: style,
        truncation: index == 0 ? .middle : .end, clip: clip)
    }
  }

  private var stateLine: (String, Color, Style) {
    let tile = look.tile
    return switch tile.state {
    case .loading, .preview: (tile.progress.text(of: "loading"), Theme.faint, .plain)
    case .reloading: (tile.progress.text(of: "reloading"), Theme.faint, .plain)
    case .ready(let image):
      (
        ["\(image.size) pixels", tile.flaw].compactMap(\.self).joined(separator: " · "),
        Theme.faint, .plain
      )
    case .failed(let reason): ("failed: \(reason)", Theme.failure, .plain)
    }
  }
}

extension TileProgress? {
  /// The current activity, with all available figures; or, if there is none, the reason.
  fileprivate func text(of activity: String) -> String {
    self?.note ?? ([activity] + (self?.figures ?? [])).joined(separator: " · ")
  }
}

extension TileBoard {
  /// Draws all visible tiles over a blank content area.
  func draw(_ scene: Scene, into surface: inout Surface) {
    if itemCount == 0 {
      surface.write("nothing to show", at: CellPoint(column: 1, row: 1), foreground: Theme.faint)
    }
    for item in scene.visibleItems {
      draw(
        TileLook(of: item, on: self, in: scene), of: item, in: scene.navigation.tileRect(of: item),
        of: scene.layout, into: &surface, clip: scene.layout.content)
    }
  }

  /// Draws an item's tile over blank cells.
  ///
  /// - Parameters:
  ///   - rect: the place of the whole tile.
  ///   - clip: whole rows of the content; nothing outside it is touched.
  func draw(
    _ look: TileLook, of item: Int, in rect: CellRect, of layout: GalleryLayout,
    into surface: inout Surface, clip: CellRect
  ) {
    let picture = layout.pictureRect(in: rect)
    surface.draw(look.tile, in: picture, colors: look.colors, clip: clip)
    surface.coarsen(picture, to: look.level, clip: clip)
    let place = layout.captionRect(in: rect)
    if place.intersection(clip).isEmpty { return }
    let caption = TileCaption(look: look, place: place, clip: clip)
    switch layout.mode {
    case .grid: caption.drawLine(self.item(item).caption, into: &surface)
    case .list:
      caption.drawLines(
        self.item(item).caption, number: "\(item + 1) of \(itemCount)", into: &surface)
    }
  }
}
