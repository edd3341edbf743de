import Prefetching
import Raster

/// The latest frame, and what it was drawn from, so that the next one costs only what is new in it.
///
/// Rows that scroll are moved; only tiles that come in or look different are drawn.
///
/// `Gallery.draw(into:)` defines what a frame is; this is another way to get it. When the
/// screen or the layout changes, or something other than tiles is shown, the canvas calls that
/// function.
package struct Canvas {
  private var plain: Surface
  /// The frame under an overlay: a copy, so that its content is available for the next frame.
  private var covered: Surface?
  private var tiles: DrawnTiles?
  private var status: StatusLine?

  package init(size: CellSize) {
    plain = Surface(size: size)
  }

  package var size: CellSize { plain.size }

  /// The latest frame.
  package var surface: Surface { covered ?? plain }

  /// Draws the current state of a gallery into the surface, without an overlay.
  ///
  /// - Complexity: O(visible tiles + new cells); moving costs 16 bytes per cell.
  package mutating func draw(_ gallery: Gallery) {
    covered = nil
    let next = size == gallery.layout.screen ? DrawnTiles(gallery) : nil
    if let next, let tiles, let shift = next.shift(from: tiles) {
      draw(gallery, next, over: tiles, movedUp: shift)
      draw(StatusLine(gallery))
    } else {
      gallery.draw(into: &plain)
      status = nil
    }
    tiles = next
  }

  /// Draws an overlay over the latest frame.
  package mutating func draw(_ overlay: Overlay, of gallery: Gallery) {
    var surface = plain
    overlay.draw(gallery, into: &surface)
    covered = surface
  }

  private mutating func draw(
    _ gallery: Gallery, _ next: DrawnTiles, over former: DrawnTiles, movedUp shift: Int
  ) {
    let content = gallery.layout.scrolled
    let uncovered = content.uncovered(byMovingUp: shift)
    plain.scroll(content.rows, up: shift)
    plain.fill(uncovered, with: .blank)
    let painter = TilePainter(gallery.board, next.layout, next.theme)
    for item in next.items {
      guard let look = next[item] else { continue }
      let rect = gallery.layout.tileRect(of: item, offset: next.offset)
      if let before = former[item], before.isSame(as: look) {
        if rect.intersection(uncovered).isEmpty { continue }
        painter.draw(look, of: item, in: rect, into: &plain, clip: uncovered)
      } else {
        plain.fill(rect.intersection(content), with: .blank)
        painter.draw(look, of: item, in: rect, into: &plain, clip: content)
      }
    }
    drawHeaders(gallery.board, next, over: former, clip: uncovered)
    if !plain.graphics.isEmpty { plain.keepGraphics(next.graphics) }
  }

  private mutating func drawHeaders(
    _ board: TileBoard, _ next: DrawnTiles, over former: DrawnTiles, clip: CellRect
  ) {
    let headers = SectionHeaders(
      of: board.items, in: next.layout, offset: next.offset, next.theme)
    headers.drawBetween(into: &plain, clip: clip)
    let lines = next.layout.lines
    if lines.section(at: next.offset) != lines.section(at: former.offset) {
      headers.drawFirst(into: &plain)
    }
  }

  private mutating func draw(_ status: StatusLine) {
    if status == self.status { return }
    status.draw(into: &plain)
    self.status = status
  }
}

extension CellRect {
  /// The rows that appear at the edge when the others move up, or down by a negative number.
  fileprivate func uncovered(byMovingUp shift: Int) -> CellRect {
    CellRect(
      column: origin.column, row: shift > 0 ? rows.upperBound - shift : origin.row,
      columns: size.columns, rows: abs(shift))
  }
}

/// The tiles of one frame: their places, and what each of them is drawn from.
///
/// Captions are not compared: an item's caption and place never change within a snapshot.
struct DrawnTiles: Sendable {
  let layout: GalleryLayout
  let offset: Int
  let items: Range<Int>
  let theme: Theme
  private let revision: Int
  private let looks: [TileLook]

  /// - Returns: nil while the screen does not show tiles.
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

  /// The look that an item is drawn from; nil if it is not on the screen.
  subscript(item: Int) -> TileLook? {
    items.contains(item) ? looks[item - items.lowerBound] : nil
  }

  /// The number of rows by which another frame must move up to become this one.
  ///
  /// It is nil if no row would be left.
  func shift(from former: DrawnTiles) -> Int? {
    let shift = offset - former.offset
    return layout == former.layout && theme == former.theme && revision == former.revision
      && abs(shift) < layout.viewportLength
      ? shift : nil
  }

  var graphics: Set<UInt32> { Set(looks.compactMap(\.graphic)) }
}
