import Raster

/// The rules of all kinds of loads: the first step of each, and the step after what it has waited for.
struct LoadRules: Sendable {
  let caches: CacheRules
  let bytes: BytesRules
  let pictures: PictureRules
  let storage: StorageRules

  init(_ setup: LoadGraph.Setup) {
    caches = CacheRules(hasDataCache: setup.hasDataCache)
    bytes = BytesRules(caches: caches)
    storage = StorageRules(caches: caches)
    pictures = PictureRules(
      caches: caches, limits: setup.limits, decodesJPEGs: setup.makesStandIns)
  }

  /// - Parameter base: for a picture, the one in memory that it can be made from.
  func start(_ load: Load, from base: PictureBase?) -> LoadStep {
    switch load.key {
    case .picture(let request): pictures.start(load, request, from: base)
    case .bytes(let key): bytes.start(load, key)
    case .stored(let key): storage.start(key)
    case .transfer(let request): .fetch(request)
    }
  }

  func received(_ result: Result<LoadOutput, ImageError>, _ load: Load) -> LoadStep {
    switch load.key {
    case .picture(let request): return pictures.received(result, load, request)
    case .bytes(let key): return bytes.received(result, fallback: load.fallback, key)
    case .stored(let key): return storage.received(result, load, key)
    case .transfer:
      assertionFailure("a transfer waits for no other load")
      return .finish(result)
    }
  }
}
