import DiskCache
import FoundationEssentials

/// Bytes: from the disk cache, if they are fresh there, else from a transfer; local ones from a file.
extension LoadGraph {
  mutating func startBytes(_ id: LoadID, _ key: BytesKey) {
    if case .local = try? ByteSource(of: key.url) {
      readLocally(id, key)
    } else if hasDiskCache(for: key.address), key.cachePolicy != .reload,
      let urgency = loads.known(id)?.urgency
    {
      loads.change(id) { $0.stage = .working }
      actions.append(.job(.lookUp(key.url, id, urgency)))
    } else {
      fetch(id, key)
    }
  }

  private mutating func readLocally(_ id: LoadID, _ key: BytesKey) {
    guard key.cachePolicy != .cacheOnly, let urgency = loads.known(id)?.urgency else {
      return finish(id, .failure(.notCached))
    }
    loads.change(id) { load in
      load.stage = .working
      load.trace.source = .local
    }
    actions.append(.job(.read(key.url, key.limits, id, urgency)))
  }

  private mutating func fetch(
    _ id: LoadID, _ key: BytesKey, _ condition: DataRequest.Condition = .none
  ) {
    if key.cachePolicy == .cacheOnly { return finish(id, .failure(.notCached)) }
    wait(
      id,
      for: .transfer(
        DataRequest(
          url: key.url, limits: key.limits, condition: condition,
          headers: key.address.headers?.fields ?? [:])))
  }

  /// Takes the disk cache's answer.
  mutating func lookedUp(_ id: LoadID, _ cached: CachedData?) {
    guard let load = loads[id], load.isWorking, case .bytes(let key) = load.key else { return }
    loads.change(id) { $0.stage = .waiting }
    guard let cached else { return fetch(id, key) }
    if key.cachePolicy == .cacheOnly || cached.metadata.freshness.isFresh(at: time.wallSeconds) {
      return use(cached, for: id, key)
    }
    loads.change(id) { $0.fallback = cached }
    let validators = cached.metadata.validators
    fetch(id, key, validators.isEmpty ? .none : .unlessMatching(validators))
  }

  /// Takes the result of reading a local file or data URL.
  mutating func read(_ id: LoadID, _ result: Result<Data, ImageError>) {
    guard let load = loads[id], load.isWorking else { return }
    switch result {
    case .success(let bytes):
      counters.bytes += bytes.count
      loads.change(id) { $0.trace.bytes = bytes.count }
      settle(id, with: bytes)
    case .failure(let error): finish(id, .failure(error))
    }
  }

  /// Takes the result of a transfer.
  ///
  /// If the server is out of reach, an old copy is better than none, unless the server has
  /// forbidden just that (RFC 9111, 4.2.4).
  mutating func receive(
    _ result: Result<LoadOutput, ImageError>, _ id: LoadID, _ key: BytesKey
  ) {
    let fallback = loads.known(id)?.fallback
    loads.change(id) { load in
      load.source = nil
      load.fallback = nil
    }
    switch (result, fallback) {
    case (.success(.bytes(let bytes)), _): settle(id, with: bytes)
    case (.success(.notModified(let head)), let cached?):
      counters.revalidated += 1
      actions.append(.cache(.refresh(key.url, cached, head)))
      use(cached, for: id, key)
    case (.failure(let error), let cached?)
    where error.isUnavailability && cached.metadata.freshness.mayBeShownWhenDisconnected:
      use(cached, for: id, key)
    case (.failure(let error), _): finish(id, .failure(error))
    case (.success, _): finish(id, .failure(.status(304)))
    }
  }

  private mutating func use(_ cached: CachedData, for id: LoadID, _ key: BytesKey) {
    let count = cached.bytes.count
    guard count <= key.limits.maxBytes else {
      return finish(id, .failure(.tooLarge(bytes: count, limit: key.limits.maxBytes)))
    }
    counters.diskHits += 1
    counters.bytes += count
    loads.change(id) { load in
      load.trace.source = .disk
      load.trace.bytes = count
    }
    settle(id, with: cached.bytes)
  }
}
