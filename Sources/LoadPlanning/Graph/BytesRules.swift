import DiskCache
import FoundationEssentials
import ImageRequests

/// The rules for bytes: local ones come from a file, others from the disk cache if fresh, else from a transfer.
///
/// Each rule returns the next step of a load with this key.
struct BytesRules: Sendable {
  let caches: CacheRules

  /// Returns the first step: a local read, a disk cache lookup or a transfer.
  func firstStep(of load: Load, _ key: BytesKey) -> LoadStep {
    if case .local = try? ByteSource(of: key.url) {
      if key.cachePolicy == .cacheOnly { return .finish(.failure(.notCached)) }
      return .work(.read(key.url, key.limits, load.id, load.urgency), from: .local)
    }
    if caches.hasDiskCache(for: key.address), key.cachePolicy != .reload {
      return .work(.lookUp(key.url, load.id, load.urgency))
    }
    return fetch(key)
  }

  /// Returns the step after a disk cache lookup; a stale copy is used if the server confirms it.
  ///
  /// - Parameter now: seconds since 1970.
  func lookedUp(_ cached: CachedData?, _ key: BytesKey, at now: Int) -> LoadStep {
    guard let cached else { return fetch(key) }
    if key.cachePolicy == .cacheOnly || cached.metadata.freshness.isFresh(at: now) {
      return use(cached, key)
    }
    let validators = cached.metadata.validators
    return fetch(
      key, validators.isEmpty ? .none : .unlessMatching(validators), fallback: cached)
  }

  /// Returns the step after reading a file or a `data` URL.
  func read(_ result: Result<Data, ImageError>) -> LoadStep {
    switch result {
    case .success(let bytes): .settle(.bytes(bytes), from: .local)
    case .failure(let error): .finish(.failure(error))
    }
  }

  /// Returns the step after a transfer.
  ///
  /// If the server can't be reached, a stale copy is used unless the server has forbidden that (RFC 9111, 4.2.4).
  ///
  /// - Parameter fallback: the stale copy, if any.
  func nextStep(
    _ key: BytesKey, after result: Result<LoadOutput, ImageError>, fallback: CachedData?
  ) -> LoadStep {
    switch (result, fallback) {
    case (.success(.bytes(let bytes)), _): .settle(.bytes(bytes))
    case (.success(.notModified(let head)), let cached?):
      .order(.refresh(key.url, cached, head), then: use(cached, key))
    case (.failure(let error), let cached?)
    where error.isUnavailability && cached.metadata.freshness.mayBeShownWhenDisconnected:
      use(cached, key)
    case (.success(.cutOff), let cached?)
    where cached.metadata.freshness.mayBeShownWhenDisconnected:
      use(cached, key)
    case (.success(.cutOff(let bytes, let error)), _): .settle(.cutOff(bytes, because: error))
    case (.failure(let error), _): .finish(.failure(error))
    case (.success, _): .finish(.failure(.status(304)))
    }
  }

  private func fetch(
    _ key: BytesKey, _ condition: DataRequest.Condition = .none, fallback: CachedData? = nil
  ) -> LoadStep {
    if key.cachePolicy == .cacheOnly { return .finish(.failure(.notCached)) }
    let request = DataRequest(
      url: key.url, limits: key.limits, condition: condition,
      headers: key.address.headers?.fields ?? [:])
    return .wait(for: .transfer(request), fallback: fallback)
  }

  private func use(_ cached: CachedData, _ key: BytesKey) -> LoadStep {
    let (count, limit) = (cached.bytes.count, key.limits.maxBytes)
    return count <= limit
      ? .settle(.bytes(cached.bytes), from: .disk)
      : .finish(.failure(.tooLarge(bytes: count, limit: limit)))
  }
}
