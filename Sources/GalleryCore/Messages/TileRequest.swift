import FoundationEssentials
import GalleryItems
import Raster

/// The identity of a picture for a tile; results for an older key are ignored.
package struct TileKey: Hashable, Sendable {
  package let item: ItemID
  package let size: PixelSize
  /// The number of reloads, which distinguishes answers to earlier attempts.
  package let attempt: Int
  /// The rendition in which it will be shown; `size` is in its pixels.
  package let rendition: Rendition
  /// The way the picture fills `size`.
  package let fit: PictureFit
  /// The turn of the upright picture to the shown one; `size` is that of the shown one.
  package let turn: Orientation

  package init(
    item: ItemID, size: PixelSize, attempt: Int, rendition: Rendition = Rendition(),
    fit: PictureFit = .contain, turn: Orientation = .upright
  ) {
    self.item = item
    self.size = size
    self.attempt = attempt
    self.rendition = rendition
    self.fit = fit
    self.turn = turn
  }
}

/// The way pictures fill their tiles; the raw values name it in options and recordings.
package enum PictureFit: String, CaseIterable, Hashable, Sendable {
  /// The whole picture is inside its tile.
  case contain
  /// The picture covers its tile; the excess is cut off equally on both sides.
  case cover

  var other: PictureFit { self == .contain ? .cover : .contain }
}

/// A request for a picture: its key, its address, and its purpose.
package struct TileRequest: Hashable, Sendable {
  package enum Purpose: Hashable, Sendable {
    case tile
    /// The detail view, which also shows the load's timings.
    case detail
    /// A magnified picture of the detail view, too large to keep after use.
    case magnified
  }

  package let key: TileKey
  package let url: URL
  /// Whether caches are bypassed, because the person requests the current version.
  package let bypassesCaches: Bool
  package let purpose: Purpose
  /// Whether it will soon leave the screen, so that any coarse picture is better than waiting.
  package let isHurried: Bool

  package init(
    key: TileKey, url: URL, bypassesCaches: Bool = false, purpose: Purpose = .tile,
    isHurried: Bool = false
  ) {
    self.key = key
    self.url = url
    self.bypassesCaches = bypassesCaches
    self.purpose = purpose
    self.isHurried = isHurried
  }
}

/// The identity of a rendered part: the part, its scale and its method.
package struct RenderKey: Hashable, Sendable {
  package let item: ItemID
  /// The turn in which it is shown.
  package let turn: Orientation
  /// The number of pictures that have arrived for it; a later one is better.
  package let version: Int
  /// The size that the whole picture would have.
  package let whole: PixelSize
  /// The rectangle that is shown; it may reach beyond the whole.
  package let window: PixelRect
  /// The enlargement of a picture with fewer pixels.
  package let enlargement: Enlargement
  package let rendition: Rendition

  /// Whether both show the same picture in the same size and method, in any part.
  func fits(_ other: RenderKey) -> Bool {
    item == other.item && turn == other.turn && whole == other.whole
      && enlargement == other.enlargement && rendition == other.rendition
  }
}

/// A request to render a part of a picture for the terminal.
package struct RenderRequest: Hashable, Sendable {
  package let key: RenderKey
  /// The whole picture, in any size.
  package let image: PixelImage
}
