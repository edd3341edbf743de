import Raster
import Synchronization

@testable import ImageLoading
@testable import LoadPlanning

/// The clock of a cache, which a test sets.
final class CacheSurroundings: Sendable {
  private let state = Mutex(Duration.zero)

  var now: Duration {
    get { state.withLock { $0 } }
    set { state.withLock { $0 = newValue } }
  }

  func cache(costLimitBytes: Int = 100_000) -> ImageCache {
    ImageCache(costLimitBytes: costLimitBytes, now: { self.now })
  }
}

extension ImageCache {
  /// Keeps a picture that costs this many bytes; at least a pixel's.
  @discardableResult
  func insert(
    costing bytes: Int = 1_000, for request: ImageRequest, isSpeculative: Bool = false
  ) -> Bool {
    let size = PixelSize(width: (bytes - ImageCache.entryOverheadBytes) / 4, height: 1)
    return insert(
      PixelImage(size: size, filledWith: 1), for: request, isSpeculative: isSpeculative)
  }
}
