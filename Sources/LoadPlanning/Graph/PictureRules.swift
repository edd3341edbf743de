import FoundationEssentials
import ImageDecoding
import ImageRequests
import Raster

/// The rules for pictures: decoded from bytes, or made from another picture by a processor.
///
/// Each rule returns the next step of a load of the picture of this request.
struct PictureRules: Sendable {
  let caches: CacheRules
  /// The limits of requests without their own.
  let limits: ImageLimits
  /// Whether the standard decoder handles JPEGs; a custom one may interpret them differently.
  var decodesJPEGs = false

  /// Returns the first step: a processor, a decode of a local file, or a wait for bytes.
  ///
  /// - Parameter base: the picture in memory that it can be made from, perhaps in several steps.
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

  /// Processes the picture with one processor less if that is in memory, else waits for it.
  private func firstProcessing(
    _ load: Load, _ request: ImageRequest, _ unprocessed: ImageRequest, from base: PictureBase?
  ) -> LoadStep {
    guard let base, base.processorCount == unprocessed.steps.count else {
      return .wait(for: .picture(unprocessed))
    }
    return .work(.process(request, load.id, base.image, load.urgency), from: .memory)
  }

  /// Returns the step after the result of the picture's source.
  func nextStep(
    of load: Load, _ request: ImageRequest, after result: Result<LoadOutput, ImageError>
  ) -> LoadStep {
    switch result {
    case .success(.bytes(let bytes)), .success(.cutOff(let bytes, _)):
      return .work(decode(bytes, load, request))
    case .success(.picture(let image)):
      return .work(.process(request, load.id, image, load.urgency))
    case .success(.notModified):
      assertionFailure("a picture waits for no transfer")
      return .finish(.failure(.notCached))
    case .failure(let error): return .finish(.failure(error))
    }
  }

  /// Returns a decode of a transfer's first scans if they show the picture as well as the whole would, else nil.
  ///
  /// The transfer may stop then. So it must be resumable, and no revalidation, which would leave
  /// the old body in the cache. A person who reloads a picture wants all of it.
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

  /// Returns the step after a failed job.
  ///
  /// A server may send a body that is no picture, such as a proxy's error page; it is removed from
  /// the disk cache. If the body came from there, the server is asked once more; if it has just
  /// been transferred, the load fails.
  ///
  /// - Parameter source: the load of the bytes; nil for a local picture.
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
  /// Whether all bytes are here but aren't a picture, whatever the formats and memory of the decoder.
  var isNoPicture: Bool {
    switch self {
    case .decoding(.unknownFormat), .decoding(.corrupt): true
    default: false
    }
  }
}
