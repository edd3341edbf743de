import Prefetching
import Raster

/// The latest frame, and what it was drawn from, so that the next one costs what is new in it: rows
/// that scroll are moved, and tiles are drawn that come in or look different.
///
/// `Gallery.draw(into:presenter:)` says what a frame is; this is another way to it. Over anything but
/// tiles, and from one screen or layout to another, it is the way taken.
package struct Canvas {
  private var plain: Surface
  /// The frame under an overlay: a copy, so that what is under it is there for the next one.
  private var covered: Surface?
  private var tiles: DrawnTiles?
  private var status: StatusLine?

  package init(size: CellSize) {
    plain = Surface(size: size)
  }

  package var size: CellSize { plain.size }

  /// The latest frame.
  package var surface: Surface { covered ?? plain }

  /// Has the surface show the present state of a gallery, without an overlay.
  ///
  /// - Parameter presenter: the name that the status line shows.
  /// - Complexity: O(visible tiles + cells that are new); moving costs 16 bytes a cell.
  package mutating func draw(_ gallery: Gallery, presenter: String) {
    covered = nil
    let next = size == gallery.layout.screen ? DrawnTiles(gallery) : nil
    if let next, let tiles, let shift = next.shift(from: tiles) {
      draw(gallery, next, over: tiles, movedUp: shift)
      draw(StatusLine(gallery, presenter: presenter))
    } else {
      gallery.draw(into: &plain, presenter: presenter)
      status = nil
    }
    tiles = next
  }

  /// Puts an overlay over the frame that was drawn.
  package mutating func draw(_ overlay: Overlay, of gallery: Gallery) {
    var surface = plain
    overlay.draw(gallery, into: &surface)
    covered = surface
  }

  private mutating func draw(
    _ gallery: Gallery, _ next: DrawnTiles, over former: DrawnTiles, movedUp shift: Int
  ) {
    let content = gallery.layout.content
    let uncovered = content.uncovered(byMovingUp: shift)
    plain.scroll(content.rows, up: shift)
    plain.fill(uncovered, with: .blank)
    for item in next.items {
      guard let look = next[item] else { continue }
      let rect = gallery.layout.tileRect(of: item, offset: next.offset)
      if let before = former[item], before.isSame(as: look) {
        if rect.intersection(uncovered).isEmpty { continue }
        gallery.board.draw(
          look, of: item, in: rect, of: next.layout, into: &plain, clip: uncovered)
      } else {
        plain.fill(rect.intersection(content), with: .blank)
        gallery.board.draw(
          look, of: item, in: rect, of: next.layout, into: &plain, clip: content)
      }
    }
    if !plain.graphics.isEmpty { plain.keepGraphics(next.graphics) }
  }

  private mutating func draw(_ status: StatusLine) {
    if status == self.status { return }
    status.draw(into: &plain)
    self.status = status
  }
}

extension CellRect {
  /// The rows that come in at the edge when the others move up, or down by a negative number.
  fileprivate func uncovered(byMovingUp shift: Int) -> CellRect {
    CellRect(
      column: origin.column, row: shift > 0 ? rows.upperBound - shift : origin.row,
      columns: size.columns, rows: abs(shift))
  }
}

/// The tiles of one frame: where they are, and what each of them is drawn from.
///
/// Captions are not looked at: an item's never changes while the layout has as many items.
struct DrawnTiles: Sendable {
  let layout: GalleryLayout
  let offset: Int
  let items: Range<Int>
  private let looks: [TileLook]

  /// - Returns: nil while tiles are not what is on the screen.
  init?(_ gallery: Gallery) {
    let items = gallery.visibleItems
    guard gallery.screen == .tiles, !items.isEmpty else { return nil }
    layout = gallery.layout
    offset = gallery.viewport.offset
    self.items = items
    let scene = gallery.scene
    looks = items.map { TileLook(of: $0, on: gallery.board, in: scene) }
  }

  /// What an item is drawn from; nil where it is not on the screen.
  subscript(item: Int) -> TileLook? {
    items.contains(item) ? looks[item - items.lowerBound] : nil
  }

  /// How far the rows of another frame have to move up to become those of this one; nil where no row is
  /// left.
  func shift(from former: DrawnTiles) -> Int? {
    let shift = offset - former.offset
    return layout == former.layout && abs(shift) < layout.viewportLength ? shift : nil
  }

  var graphics: Set<UInt32> { Set(looks.compactMap(\.graphic)) }
}
