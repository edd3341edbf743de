import ImageRequests
import Raster

/// The rules for all kinds of loads: the first step, and the step after the result of the source.
struct LoadRules: Sendable {
  let caches: CacheRules
  let bytes: BytesRules
  let pictures: PictureRules

  init(_ setup: LoadGraph.Setup) {
    caches = CacheRules(hasDataCache: setup.hasDataCache)
    bytes = BytesRules(caches: caches)
    pictures = PictureRules(
      caches: caches, limits: setup.limits, decodesJPEGs: setup.makesStandIns)
  }

  /// - Parameter base: the picture in memory that the load's picture can be made from.
  func firstStep(of load: Load, from base: PictureBase?) -> LoadStep {
    switch load.key {
    case .picture(let request): pictures.firstStep(of: load, request, from: base)
    case .bytes(let key): bytes.firstStep(of: load, key)
    case .transfer(let request): .fetch(request)
    }
  }

  func nextStep(of load: Load, after result: Result<LoadOutput, ImageError>) -> LoadStep {
    switch load.key {
    case .picture(let request): return pictures.nextStep(of: load, request, after: result)
    case .bytes(let key): return bytes.nextStep(key, after: result, fallback: load.fallback)
    case .transfer:
      assertionFailure("a transfer waits for no other load")
      return .finish(result)
    }
  }
}
