import DiskCache
import FoundationEssentials

extension LoadCoordinator {
  /// Performs a cache action; responses are stored only if their server allows it.
  func perform(_ action: CacheAction, at wallSeconds: Int) {
    switch action {
    case .remember(let request, let image, let isSpeculative):
      cache.insert(image, for: request, isSpeculative: isSpeculative)
    case .store(let url, let bytes, let head):
      guard let metadata = CacheMetadata(head.fields, receivedAt: wallSeconds) else {
        return discard(url)
      }
      configuration.dataCache?.store(
        CachedData(bytes: bytes, metadata: metadata), for: url.cacheIdentity)
    case .refresh(let url, let cached, let head):
      guard
        let metadata = cached.metadata.confirmed(by: head.fields, receivedAt: wallSeconds)
      else { return discard(url) }
      configuration.dataCache?.refresh(metadata, for: url.cacheIdentity)
    case .discard(let url): discard(url)
    }
  }

  private func discard(_ url: URL) {
    configuration.dataCache?.remove(for: url.cacheIdentity)
  }
}
