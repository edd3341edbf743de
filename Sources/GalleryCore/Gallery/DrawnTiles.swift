import Prefetching
import Raster

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
    looks = items.map(gallery.look)
  }

  /// What an item is drawn from; nil where it is not on the screen.
  subscript(item: Int) -> TileLook? {
    items.contains(item) ? looks[item - items.lowerBound] : nil
  }

  /// How far the rows of another frame have to move up to become those of this one; nil where none of
  /// them is left.
  func shift(from former: DrawnTiles) -> Int? {
    let shift = offset - former.offset
    return layout == former.layout && abs(shift) < layout.viewportLength ? shift : nil
  }

  var graphics: Set<UInt32> { Set(looks.compactMap(\.graphic)) }
}
