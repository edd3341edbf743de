import Raster
import Synchronization

@testable import ImageLoading
@testable import LoadPlanning

/// What a cache sees of the world: a clock that a test sets, and memory as short as a test wants it.
final class CacheSurroundings: Sendable {
  private struct State {
    var now = Duration.zero
    var memory = MemoryReading()
    var readings = 0
  }

  private let state = Mutex(State())

  var now: Duration {
    get { state.withLock { $0.now } }
    set { state.withLock { $0.now = newValue } }
  }

  var memory: MemoryReading {
    get { state.withLock { $0.memory } }
    set { state.withLock { $0.memory = newValue } }
  }

  /// How often the memory was read.
  var readings: Int { state.withLock { $0.readings } }

  func cache(costLimitBytes: Int = 100_000) -> ImageCache {
    ImageCache(
      costLimitBytes: costLimitBytes, now: { self.now },
      readMemory: {
        self.state.withLock { state in
          state.readings += 1
          return state.memory
        }
      })
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
