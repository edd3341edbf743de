import DiskCache
import FoundationEssentials
import ImageDecoding
import Raster

/// A decoder for the bodies of servers, with a disk cache of the sizes that it has decoded.
///
/// A size is identified by the hash of the body, so it is never out of date. It is stored upright. Hashing and reading
/// take a fifth of the time of decoding a photograph.
struct CachingDecoder: PixelDecoding {
  /// The smallest body whose sizes are stored; smaller ones decode too fast to benefit.
  static let minimumBytes = 64 << 10

  let decoder: any PixelDecoding
  let cache: DataCache

  func decode(
    _ bytes: UnsafeRawBufferPointer, target: ImageTarget, limits: DecodeLimits,
    isCancelled: () -> Bool
  ) throws(ImageDecodingError) -> PixelImage {
    guard bytes.count >= Self.minimumBytes else {
      return try decoder.decode(bytes, target: target, limits: limits, isCancelled: isCancelled)
    }
    return try upright(bytes, target.upright, limits, isCancelled).oriented(by: target.turn)
  }

  private func upright(
    _ bytes: UnsafeRawBufferPointer, _ target: ImageTarget, _ limits: DecodeLimits,
    _ isCancelled: () -> Bool
  ) throws(ImageDecodingError) -> PixelImage {
    // The limits are included, because one session may decode pictures that another may not.
    let identity =
      "thumbnail 1 \(CacheKey(contentOf: bytes)) \(target.identity)"
      + " \(limits.maxPixels) \(limits.maxDimension)"
    if let stored = cache.entry(for: identity), let image = PixelImage(serialized: stored.bytes) {
      return image
    }
    let image = try decoder.decode(bytes, target: target, limits: limits, isCancelled: isCancelled)
    // A stored size has only pixels, so it can't show that rows are missing.
    if image.costBytes <= bytes.count, !image.endsEarly { keep(image, as: identity) }
    return image
  }

  private func keep(_ image: PixelImage, as identity: String) {
    let forever = Freshness(storedAt: 0, freshUntil: .max, mayBeShownWhenDisconnected: true)
    let metadata = CacheMetadata(validators: Validators(), freshness: forever)
    cache.store(CachedData(bytes: image.serialized, metadata: metadata), for: identity)
  }
}

extension ImageTarget {
  /// A string that identifies the target of an upright picture.
  fileprivate var identity: String {
    let shape = pixelAspect == .square ? "" : " \(pixelAspect.width):\(pixelAspect.height)"
    return "\(size) \(contentMode)\(shape)"
  }
}

extension PixelImage {
  /// The width, height and pixels as 32-bit words in native byte order, because caches are not moved between machines.
  fileprivate var serialized: Data {
    let words = [UInt32(truncatingIfNeeded: size.width), UInt32(truncatingIfNeeded: size.height)]
    return (words + pixels).withUnsafeBytes { Data($0) }
  }

  /// Decodes `serialized`; returns nil for any other bytes.
  fileprivate init?(serialized: Data) {
    let words = serialized.withUnsafeBytes { bytes in
      (0..<bytes.count / 4).map { bytes.loadUnaligned(fromByteOffset: 4 * $0, as: UInt32.self) }
    }
    guard words.count > 2 else { return nil }
    let (width, height) = (Int(words[0]), Int(words[1]))
    guard words.count - 2 == width * height else { return nil }
    self.init(size: PixelSize(width: width, height: height), pixels: Array(words[2...]))
  }
}
