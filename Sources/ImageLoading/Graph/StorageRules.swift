import FoundationEssentials

/// The rules of bytes that are wanted on disk, and nowhere else.
///
/// Each rule returns the next step of a load that ends once the bytes with this key are there. Until then the load
/// below holds them, so that transfers wait for a slow disk as they wait for the decoders.
struct StorageRules: Sendable {
  let caches: CacheRules

  /// The first step; without a disk cache, nothing is fetched.
  func firstStep(_ key: BytesKey) -> LoadStep {
    key.url.isLocal || caches.hasDiskCache(for: key.address)
      ? .wait(for: .bytes(key)) : .finish(.failure(.notStored))
  }

  /// The step after the load of the bytes: they have been given to the disk cache, which may not keep them.
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

  /// The step after the disk cache has written what it had.
  func confirmed(_ isStored: Bool) -> LoadStep {
    .finish(isStored ? .success(.stored) : .failure(.notStored))
  }
}
