import FoundationEssentials

/// The rules for loads that only store bytes on disk.
///
/// Each rule returns the next step of a load that ends once the bytes with this key are on disk.
/// Until then its source holds them, so that a slow disk delays transfers as slow decoders do.
struct StorageRules: Sendable {
  let caches: CacheRules

  /// Returns the first step; without a disk cache, nothing is fetched.
  func firstStep(_ key: BytesKey) -> LoadStep {
    key.url.isLocal || caches.hasDiskCache(for: key.address)
      ? .wait(for: .bytes(key)) : .finish(.failure(.notStored))
  }

  /// Returns the step after the load of the bytes, which the disk cache may refuse to store.
  func nextStep(
    of load: Load, _ key: BytesKey, after result: Result<LoadOutput, ImageError>
  ) -> LoadStep {
    switch result {
    case .success(.bytes):
      key.url.isLocal ? .finish(.success(.stored)) : .work(.confirm(key.url, load.id))
    case .success(.cutOff(_, let error)), .failure(let error): .finish(.failure(error))
    case .success: .finish(.failure(.notStored))
    }
  }

  /// Returns the last step, after the disk cache has written its pending data.
  func confirmed(_ isStored: Bool) -> LoadStep {
    .finish(isStored ? .success(.stored) : .failure(.notStored))
  }
}
