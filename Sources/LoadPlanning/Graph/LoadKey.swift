import DiskCache
import FoundationEssentials
import ImageRequests
import Raster

/// The identifier of a load, never reused, so that the graph recognizes late results.
package typealias LoadID = UInt64

/// The key of a load; requests with equal keys share one load.
///
/// A processed picture is made from the picture with one processor less, and an unprocessed one
/// from bytes. Bytes come from the disk cache or a transfer. Each of these is a load of its own
/// that others can share.
enum LoadKey: Hashable, Sendable {
  case picture(ImageRequest)
  case bytes(BytesKey)
  /// The condition is that of the first attempt; a range is added if a part is already here.
  case transfer(DataRequest)
}

/// The address of bytes, and the caches they may come from.
struct BytesKey: Hashable, Sendable {
  let address: PictureAddress
  let cachePolicy: CachePolicy
  let limits: ImageLimits

  var url: URL { address.url }
}

extension BytesKey {
  /// - Parameter limits: the default for requests without limits.
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

/// A subscriber, with the values that the graph keeps while it waits.
enum Waiter: Sendable {
  case task(TaskClaim)
  /// The fallback is a stale copy of the same bytes.
  case load(LoadID, fallback: CachedData?)

  var subscriber: Subscriber {
    switch self {
    case .task(let claim): .task(claim.id)
    case .load(let id, _): .load(id)
    }
  }
}

/// The output of a load.
package enum LoadOutput: Sendable {
  case picture(PixelImage)
  case bytes(Data)
  /// A body that was truncated in its last attempt.
  ///
  /// Its bytes may still be the complete picture, because servers announce wrong lengths.
  case cutOff(Data, because: ImageError)
  /// The server has confirmed that the cached bytes are current (304).
  case notModified(ResponseHead)
}

extension LoadOutput {
  /// The number of bytes that it holds.
  package var byteCount: Int {
    switch self {
    case .bytes(let bytes), .cutOff(let bytes, _): bytes.count
    case .picture, .notModified: 0
    }
  }
}

extension LoadKey {
  var url: URL { address.url }

  var address: PictureAddress {
    switch self {
    case .picture(let request): request.address
    case .bytes(let key): key.address
    case .transfer(let request): request.address
    }
  }
}
