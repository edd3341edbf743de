import DiskCache
import FoundationEssentials
import Raster

/// Names one load among all that there ever were, so that the graph recognizes a late answer.
typealias LoadID = UInt64

/// What a load brings; equal keys share one load.
///
/// A picture with processors comes from the same picture with one processor less. A picture without
/// processors comes from bytes, and bytes come from the disk cache or a transfer. Each of them is a
/// load of its own, which others may share.
enum LoadKey: Hashable, Sendable {
  case picture(ImageRequest)
  case bytes(BytesKey)
  /// The same bytes, once they are on disk.
  case stored(BytesKey)
  /// Its condition is that of its first attempt; a range is added where a part is already here.
  case transfer(DataRequest)
}

/// The bytes of an address, and where they may be taken from.
struct BytesKey: Hashable, Sendable {
  let address: PictureAddress
  let cachePolicy: CachePolicy
  let limits: ImageLimits

  var url: URL { address.url }
}

extension BytesKey {
  /// - Parameter limits: those of a request that brings none.
  init(of request: ImageRequest, limits: ImageLimits) {
    self.init(
      address: request.address, cachePolicy: request.cachePolicy, limits: request.limits ?? limits)
  }
}

/// A task or a load that waits for a load.
enum Subscriber: Hashable, Sendable {
  case task(TaskID)
  case load(LoadID)
}

/// A subscriber with what the graph keeps of it while it waits.
enum Waiter: Sendable {
  case task(TaskClaim)
  /// The fallback is an old copy of the same bytes.
  case load(LoadID, fallback: CachedData?)

  var subscriber: Subscriber {
    switch self {
    case .task(let claim): .task(claim.id)
    case .load(let id, _): .load(id)
    }
  }
}

/// The result of a load.
enum LoadOutput: Sendable {
  case picture(PixelImage)
  case bytes(Data)
  /// The bytes of a body that ended too early in its last attempt. They may still be all of the picture, because
  /// servers announce wrong lengths.
  case cutOff(Data, because: ImageError)
  /// Bytes are on disk.
  case stored
  /// What is cached is still right, as the server says.
  case notModified(ResponseHead)
}

extension LoadOutput {
  /// The bytes that it holds.
  var byteCount: Int {
    switch self {
    case .bytes(let bytes), .cutOff(let bytes, _): bytes.count
    case .picture, .stored, .notModified: 0
    }
  }
}

extension LoadKey {
  var url: URL { address.url }

  var address: PictureAddress {
    switch self {
    case .picture(let request): request.address
    case .bytes(let key), .stored(let key): key.address
    case .transfer(let request): request.address
    }
  }
}
