import FoundationEssentials
import ImageDecoding
import Raster

/// The rules of pictures: decoded from bytes, or made of another picture by a processor.
///
/// Each rule returns the next step of a load of the picture of this request.
struct PictureRules: Sendable {
  let caches: CacheRules
  /// The limits of requests that bring none.
  let limits: ImageLimits
  /// Whether pictures are decoded as JPEGs are: another decoder may make something else of them.
  var decodesJPEGs = false

  /// The first step.
  ///
  /// - Parameter base: the picture in memory that it can be made from, perhaps through others.
  func firstStep(of load: Load, _ request: ImageRequest, from base: PictureBase?) -> LoadStep {
    if let unprocessed = request.beforeLastStep {
      return firstProcessing(load, request, unprocessed, from: base)
    }
    switch (try? ByteSource(of: request.url), request.cachePolicy) {
    case (.local, .cacheOnly): return .finish(.failure(.notCached))
    case (.local, _): return .work(decode(nil, load, request), from: .local)
    default:
      return .wait(for: .bytes(BytesKey(of: request, limits: limits)))
    }
  }

  /// Waits for the picture with one processor less, or takes it from memory.
  private func firstProcessing(
    _ load: Load, _ request: ImageRequest, _ unprocessed: ImageRequest, from base: PictureBase?
  ) -> LoadStep {
    guard let base, base.processorCount == unprocessed.steps.count else {
      return .wait(for: .picture(unprocessed))
    }
    return .work(.process(request, load.id, base.image, load.urgency), from: .memory)
  }

  /// The step after the load that the picture has waited for.
  func nextStep(
    of load: Load, _ request: ImageRequest, after result: Result<LoadOutput, ImageError>
  ) -> LoadStep {
    switch result {
    case .success(.bytes(let bytes)), .success(.cutOff(let bytes, _)):
      return .work(decode(bytes, load, request))
    case .success(.picture(let image)):
      return .work(.process(request, load.id, image, load.urgency))
    case .success(.notModified), .success(.stored):
      assertionFailure("a picture waits for no transfer, and not for the disk")
      return .finish(.failure(.notCached))
    case .failure(let error): return .finish(.failure(error))
    }
  }

  /// The step while a transfer goes on: first scans may show the picture as well as the whole would; nil if not.
  ///
  /// The transfer may stop then. So it must be one that can be continued, and no question whether a stored body is still
  /// right: that body would stay. A person who reloads a picture wants all of it.
  func earlyStep(of load: Load, _ transfer: TransferState) -> LoadStep? {
    guard decodesJPEGs, case .picture(let request) = load.key,
      request.thumbnails == .ifSufficient, request.cachePolicy != .reload,
      transfer.request.condition == .none, transfer.download.partial != nil,
      let file = transfer.download.firstScans.file(
        in: transfer.download.bytes, for: request.target)
    else { return nil }
    return .work(decode(file, load, request))
  }

  private func decode(_ bytes: Data?, _ load: Load, _ request: ImageRequest) -> JobAction {
    var request = request
    request.limits = request.limits ?? limits
    return .decode(request, load.id, bytes, load.urgency)
  }

  /// The step after a job that has failed.
  ///
  /// Bytes may be no picture although a server sent them as one: a proxy's page of errors, mostly.
  /// The disk cache forgets them. If they were there before, the server is asked once more; if they
  /// have just come from the server, it is not.
  ///
  /// - Parameter source: the load that the picture is made of; nil for a local picture.
  func failed(_ error: ImageError, source: Load?) -> LoadStep {
    if case .cutOff(_, let reason)? = source?.output { return .finish(.failure(reason)) }
    guard error.isNoPicture, let source, case .bytes(let key) = source.key,
      caches.hasDiskCache(for: key.address),
      let origin = source.trace.source, [.disk, .network].contains(origin)
    else { return .finish(.failure(error)) }
    let asksAgain = origin == .disk && key.cachePolicy != .cacheOnly
    let anew = BytesKey(address: key.address, cachePolicy: .reload, limits: key.limits)
    return .order(
      .discard(key.url), then: asksAgain ? .wait(for: .bytes(anew)) : .finish(.failure(error)))
  }
}

extension ImageError {
  /// All bytes are there, and no decoder with more formats or more memory could show them.
  var isNoPicture: Bool {
    switch self {
    case .decoding(.unknownFormat), .decoding(.corrupt): true
    default: false
    }
  }
}
