import FoundationEssentials
import GalleryItems
import Prefetching
import Raster

// Which picture a tile shows: the thumbnail or the item's own, in which size.

extension TileMemory {
  /// The address of what an item's tile shows: its thumbnail, unless that has failed.
  func tileURL(of item: GalleryItem, for key: TileKey) -> URL? {
    let size = key.rendition.squareSize(for: key.askedSize)
    return lacksThumbnail(key.item) ? item.url(for: size) : item.tileURL(for: size)
  }

  /// The key of a picture for its tile: in the reduction that a cache is likely to have, or else in the wished one.
  ///
  /// It is whole where the server has no other size.
  ///
  /// - Parameter item: asked only where a smaller picture is worth a thought.
  func key(
    _ whole: TileKey, for start: LoadSchedule.Start, of item: @autoclosure () -> GalleryItem?
  ) -> TileKey {
    let reduced = whole.reduced(by: reduction(of: whole.item) ?? start.reduction)
    guard reduced.isReduced, let item = item(),
      lacksThumbnail(whole.item) ? item.hasSizes : item.hasTileSizes,
      tileURL(of: item, for: reduced)?.isRemote == true
    else { return whole }
    return reduced
  }

  /// Remembers in which reduction a picture came from a server, for a tile of the present size.
  mutating func noteReduction(of key: TileKey, from url: URL?) {
    guard key.isReduced || url?.isRemote == true else { return }
    note(reduction: key.reduction, of: key.item)
  }
}

extension ImagePreview {
  /// The same preview for the tile of a key, which may ask for a smaller picture.
  func stretched(for key: TileKey) -> ImagePreview {
    guard key.isReduced else { return self }
    let whole = size.multiplied(by: key.reduction)
    let inside = PixelSize(
      width: min(whole.width, key.size.width), height: min(whole.height, key.size.height))
    return ImagePreview(image, of: inside, isWhole: isWhole)
  }
}
