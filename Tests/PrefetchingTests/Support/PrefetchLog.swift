import FoundationEssentials
import Prefetching

/// A prefetch data source that records its calls.
final class PrefetchLog: GalleryPrefetching {
  enum Call: Hashable {
    case prefetch([IndexPath])
    case cancel([IndexPath])
  }

  private var calls: [Call] = []

  /// The calls since the last time of asking.
  func takeCalls() -> [Call] {
    defer { calls = [] }
    return calls
  }

  func gallery(prefetchItemsAt indexPaths: [IndexPath]) {
    calls.append(.prefetch(indexPaths))
  }

  func gallery(cancelPrefetchingForItemsAt indexPaths: [IndexPath]) {
    calls.append(.cancel(indexPaths))
  }
}
