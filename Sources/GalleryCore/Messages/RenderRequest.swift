import Raster

/// What part of a picture is to be shown, how large and in what way.
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

/// A picture of which a part is to be made into what the terminal shows.
package struct RenderRequest: Hashable, Sendable {
  package let key: RenderKey
  /// The whole of it, in any size.
  package let image: PixelImage
}
