import GalleryItems
import Prefetching
import Raster

/// Draws the tiles of a board.
struct TilePainter {
  let board: TileBoard
  let layout: GalleryLayout
  let theme: Theme

  init(_ board: TileBoard, _ layout: GalleryLayout, _ theme: Theme) {
    self.board = board
    self.layout = layout
    self.theme = theme
  }

  /// Draws all visible tiles over a blank content area.
  func drawAll(in scene: Scene, into surface: inout Surface) {
    if board.itemCount == 0 {
      surface.write(board.emptyText, at: CellPoint(column: 1, row: 1), foreground: theme.faint)
    }
    for item in scene.visibleItems {
      draw(
        TileLook(of: item, on: board, in: scene), of: item, in: scene.navigation.tileRect(of: item),
        into: &surface, clip: layout.scrolled)
    }
    if board.itemCount > 0 {
      TableHeader(of: board.items, in: layout)?
        .draw(atRow: layout.content.origin.row, into: &surface, theme)
    }
    SectionHeaders(of: board.items, in: layout, offset: scene.viewport.offset, theme)
      .draw(into: &surface)
  }

  /// Draws an item's tile over blank cells.
  ///
  /// - Parameters:
  ///   - rect: the rectangle of the whole tile.
  ///   - clip: whole rows of the content; other cells stay.
  func draw(
    _ look: TileLook, of item: Int, in rect: CellRect, into surface: inout Surface, clip: CellRect
  ) {
    let picture = layout.pictureRect(in: rect)
    // A picture is nearer to the caption below it than to the next one.
    surface.draw(
      look.tile, look.words, in: picture, colors: look.colors, isAtFoot: layout.mode == .grid,
      clip: clip, theme)
    surface.coarsen(picture, to: look.sharpness, clip: clip)
    guard look.hasCaption else { return }
    let area = layout.captionRect(in: rect)
    let drawn = look.tile.drawnRect(in: picture, look.words, isAtFoot: layout.mode == .grid)
    if look.isSelected {
      if layout.gutter > 0 {
        surface.drawSelection(around: drawn, clip: clip, theme)
      } else if layout.table == nil {
        surface.drawSelection(
          besideColumn: area.origin.column, rows: area.rows, clip: clip, theme)
      }
    }
    if look.isMarked {
      if layout.gutter > 0 {
        surface.drawMark(around: drawn, clip: clip, theme)
      } else {
        surface.drawMark(besideColumn: area.origin.column, rows: area.rows, clip: clip, theme)
      }
    }
    if area.intersection(clip).isEmpty { return }
    let caption = TileCaption(look: look, area: area, clip: clip, theme: theme)
    if layout.mode == .grid {
      caption.drawLine(
        name(item), besides: neighbors(of: item).map(name), below: drawn.columns, into: &surface)
    } else if let table = layout.table {
      drawRow(of: item, in: table, caption, into: &surface)
    } else {
      caption.drawLines(
        name(item), number: "\(item + 1) of \(board.itemCount)", ownSize: ownSize(of: item),
        into: &surface)
    }
  }

  private func drawRow(
    of place: Int, in table: TableColumns, _ caption: TileCaption, into surface: inout Surface
  ) {
    let item = board.item(at: place)
    caption.drawRow(
      table, item, name: item.label(isInSection: isInSections), order: board.items.order,
      showsThumbnail: board.showsThumbnail(of: item, at: place), into: &surface)
  }

  private var isInSections: Bool { !layout.lines.sections.isEmpty }

  private func name(_ item: Int) -> String {
    board.item(at: item).label(isInSection: isInSections)
  }

  private func neighbors(of item: Int) -> [Int] {
    [item - 1, item + 1].filter { (0..<board.itemCount).contains($0) }
  }

  private func ownSize(of place: Int) -> OwnSize {
    let item = board.item(at: place)
    return board.showsThumbnail(of: item, at: place) ? .known(item.knownSize) : .inFile
  }
}

/// The source of a picture's own size.
enum OwnSize {
  /// The displayed file.
  case inFile
  /// The list, if it has the size: the tile shows a thumbnail.
  case known(PixelSize?)
}
