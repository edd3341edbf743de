import ImageLoading
import Raster

/// The memory cache of the laboratory: the real one's rules, by item.
struct PictureCache {
  private var segments: CacheSegments<Int, PixelImage>

  init(limitBytes: Int) {
    segments = CacheSegments(limit: CacheExtent(bytes: limitBytes, entries: .max))
  }

  var bytes: Int { segments.extent.bytes }

  /// - Parameter isSeen: whether the picture is shown at once.
  mutating func picture(of item: Int, isSeen: Bool, at now: Duration) -> PixelImage? {
    isSeen ? segments.use(item, at: now) : segments.peek(item, at: now)
  }

  mutating func use(_ item: Int, at now: Duration) { _ = segments.use(item, at: now) }

  mutating func insert(_ item: Int, _ image: PixelImage, isSpeculative: Bool, at now: Duration) {
    _ = segments.insert(
      image, for: item, cost: image.costBytes + ImageCache.entryOverheadBytes,
      isSpeculative: isSpeculative, at: now)
  }

  /// The items that were dropped since the last call and were never shown.
  mutating func takeUnseen() -> [Int] {
    segments.takeDropped().filter(\.isUnseen).map(\.key)
  }
}
