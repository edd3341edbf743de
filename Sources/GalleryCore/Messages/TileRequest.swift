import FoundationEssentials
import Raster

/// Which picture for which tile: results that carry an older key are late and not shown.
package struct TileKey: Hashable, Sendable {
  /// The item's place in the whole gallery.
  package let item: Int
  package let size: PixelSize
  /// Counts reloads, so that the answer to an earlier attempt is recognized.
  package let attempt: Int
  /// How it will be shown; `size` counts the pixels of this rendition.
  package let rendition: Rendition

  package init(item: Int, size: PixelSize, attempt: Int, rendition: Rendition = Rendition()) {
    self.item = item
    self.size = size
    self.attempt = attempt
    self.rendition = rendition
  }
}

/// A key, where the picture is, and what it is for.
package struct TileRequest: Hashable, Sendable {
  package enum Purpose: Hashable, Sendable {
    case tile
    /// The detail view: the person may ask how the load went.
    case detail
    /// A part of the detail view's, too large to be kept when it is no longer shown.
    case magnified
  }

  package let key: TileKey
  package let url: URL
  /// True when no cache may answer, because the person asks for what is there now.
  package let bypassesCaches: Bool
  package let purpose: Purpose
  /// True when it will soon have left the screen, so that anything coarse is better than waiting.
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

/// Which part of a picture is shown, how large and in what way.
package struct RenderKey: Hashable, Sendable {
  package let item: Int
  /// Counts the pictures that have come for it: a later one is better.
  package let version: Int
  /// The pixels that the whole picture would have.
  package let whole: PixelSize
  /// Those that are shown; it may reach beyond the whole.
  package let window: PixelRect
  package let rendition: Rendition

  /// True when both show the same picture in the same size and way, whatever part of it.
  func fits(_ other: RenderKey) -> Bool {
    item == other.item && whole == other.whole && rendition == other.rendition
  }
}

/// A picture of which a part is made into what the terminal shows.
package struct RenderRequest: Hashable, Sendable {
  package let key: RenderKey
  /// The whole of it, in any size.
  package let image: PixelImage
}
