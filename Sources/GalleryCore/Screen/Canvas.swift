import Prefetching
import Raster

/// The latest frame and its inputs, so that the next frame draws only changes.
///
/// Rows that scroll are moved; only new or changed tiles are drawn.
///
/// `Gallery.draw(into:)` defines the contents of a frame; the canvas produces the same. If the
/// screen or the layout changes, or tiles are covered, it calls that function.
package struct Canvas {
  /// The latest frame.
  package private(set) var surface: Surface
  private var tiles: DrawnTiles?
  private var status: StatusLine?

  package init(size: CellSize) {
    surface = Surface(size: size)
  }

  package var size: CellSize { surface.size }

  /// Draws the current state of a gallery into the surface; an overlay's rows stay.
  ///
  /// - Complexity: O(visible tiles + new cells); moving costs 16 bytes per cell.
  package mutating func draw(_ gallery: Gallery) {
    let next = size == gallery.layout.screen ? DrawnTiles(gallery) : nil
    if let next, let tiles, let shift = next.shift(from: tiles) {
      draw(gallery, next, over: tiles, movedUp: shift)
      draw(StatusLine(gallery))
    } else {
      gallery.draw(into: &surface)
      status = nil
    }
    tiles = next
  }

  /// Draws an overlay into its rows, or into the status line.
  package mutating func draw(_ overlay: Overlay, of gallery: Gallery) {
    overlay.draw(gallery, into: &surface)
    status = nil
  }

  private mutating func draw(
    _ gallery: Gallery, _ next: DrawnTiles, over former: DrawnTiles, movedUp shift: Int
  ) {
    let content = gallery.layout.scrolled
    let uncovered = content.uncovered(byMovingUp: shift)
    surface.scroll(content.rows, up: shift)
    surface.fill(uncovered, with: .blank)
    let painter = TilePainter(gallery.board, next.layout, next.theme)
    for item in next.items {
      guard let look = next[item] else { continue }
      let rect = gallery.layout.tileRect(of: item, offset: next.offset)
      if let before = former[item], before.isSame(as: look) {
        if rect.intersection(uncovered).isEmpty { continue }
        painter.draw(look, of: item, in: rect, into: &surface, clip: uncovered)
      } else {
        surface.fill(rect.intersection(content), with: .blank)
        painter.draw(look, of: item, in: rect, into: &surface, clip: content)
      }
    }
    drawHeaders(gallery.board, next, over: former, clip: uncovered)
    if !surface.graphics.isEmpty { surface.keepGraphics(next.graphics) }
  }

  private mutating func drawHeaders(
    _ board: TileBoard, _ next: DrawnTiles, over former: DrawnTiles, clip: CellRect
  ) {
    let headers = SectionHeaders(
      of: board.items, in: next.layout, offset: next.offset, next.theme)
    headers.drawBetween(into: &surface, clip: clip)
    let lines = next.layout.lines
    if lines.section(at: next.offset) != lines.section(at: former.offset) {
      headers.drawFirst(into: &surface)
    }
  }

  private mutating func draw(_ status: StatusLine) {
    if status == self.status { return }
    status.draw(into: &surface)
    self.status = status
  }
}

extension CellRect {
  /// The rows that scroll in when the others move up, or down for a negative number.
  fileprivate func uncovered(byMovingUp shift: Int) -> CellRect {
    CellRect(
      column: origin.column, row: shift > 0 ? rows.upperBound - shift : origin.row,
      columns: size.columns, rows: abs(shift))
  }
}

/// The tiles of one frame: their places, and the inputs of each.
///
/// Captions are not compared, because an item's caption and place never change within a snapshot.
struct DrawnTiles: Sendable {
  let layout: GalleryLayout
  let offset: Int
  let items: Range<Int>
  let theme: Theme
  private let revision: Int
  private let looks: [TileLook]

  /// - Returns: nil if the screen does not show tiles.
  init?(_ gallery: Gallery) {
    let items = gallery.visibleItems
    guard gallery.screen == .tiles, !items.isEmpty else { return nil }
    layout = gallery.layout
    offset = gallery.viewport.offset
    self.items = items
    let scene = gallery.scene
    theme = scene.theme
    // A closure over the gallery would copy it for each item.
    let board = gallery.board
    revision = board.revision
    looks = items.map { TileLook(of: $0, on: board, in: scene) }
  }

  /// The inputs of an item's tile; nil if it is not on the screen.
  subscript(item: Int) -> TileLook? {
    items.contains(item) ? looks[item - items.lowerBound] : nil
  }

  /// The number of rows that another frame must move up to become this one.
  ///
  /// It is nil if no row would remain.
  func shift(from former: DrawnTiles) -> Int? {
    let shift = offset - former.offset
    return layout == former.layout && theme == former.theme && revision == former.revision
      && abs(shift) < layout.viewportLength
      ? shift : nil
  }

  var graphics: Set<UInt32> { Set(looks.compactMap(\.graphic)) }
}
