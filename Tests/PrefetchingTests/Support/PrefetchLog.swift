import FoundationEssentials
import Prefetching

/// Writes down what a prefetch data source is told, in order.
final class PrefetchLog: GalleryPrefetching {
  enum Call: Hashable {
    case prefetch([IndexPath])
    case cancel([IndexPath])
  }

  private var calls: [Call] = []

  /// What was said since the last time of asking.
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
