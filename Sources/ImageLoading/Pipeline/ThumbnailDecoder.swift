import DiskCache
import FoundationEssentials
import ImageDecoding
import Raster

/// Decodes large files once for each size at which they are shown, and keeps the result on disk.
///
/// The content that a thumbnail was made of names it, so that it is never out of date. Reading it
/// and hashing the content takes a fifth of the time of decoding a photograph.
struct ThumbnailDecoder: PixelDecoding {
  /// The smallest file that it keeps a thumbnail of: smaller ones decode sooner than that would
  /// pay.
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
    // The limits are part of it: one session may decode what another may not.
    let identity =
      "thumbnail 1 \(CacheKey(contentOf: bytes)) \(target.identity)"
      + " \(limits.maxPixels) \(limits.maxDimension)"
    if let stored = cache.entry(for: identity), let image = PixelImage(thumbnail: stored.bytes) {
      return image
    }
    let image = try decoder.decode(bytes, target: target, limits: limits, isCancelled: isCancelled)
    // A thumbnail is pixels alone: it would not say that rows are missing.
    if image.costBytes <= bytes.count, !image.endsEarly { keep(image, as: identity) }
    return image
  }

  private func keep(_ image: PixelImage, as identity: String) {
    let forever = Freshness(storedAt: 0, freshUntil: .max, mayBeShownWhenDisconnected: true)
    let metadata = CacheMetadata(validators: Validators(), freshness: forever)
    cache.store(CachedData(bytes: image.thumbnail, metadata: metadata), for: identity)
  }
}

extension ImageTarget {
  /// Names it among all targets.
  fileprivate var identity: String {
    let shape = pixelAspect == .square ? "" : " \(pixelAspect.width):\(pixelAspect.height)"
    return "\(size) \(contentMode)\(shape)"
  }
}

extension PixelImage {
  /// Width, height and pixels as 32-bit words in the machine's order: a cache does not travel.
  fileprivate var thumbnail: Data {
    let words = [UInt32(truncatingIfNeeded: size.width), UInt32(truncatingIfNeeded: size.height)]
    return (words + pixels).withUnsafeBytes { Data($0) }
  }

  /// Nil where the bytes are not what `thumbnail` makes.
  fileprivate init?(thumbnail: Data) {
    let words = thumbnail.withUnsafeBytes { bytes in
      (0..<bytes.count / 4).map { bytes.loadUnaligned(fromByteOffset: 4 * $0, as: UInt32.self) }
    }
    guard words.count > 2 else { return nil }
    let (width, height) = (Int(words[0]), Int(words[1]))
    guard words.count - 2 == width * height else { return nil }
    self.init(size: PixelSize(width: width, height: height), pixels: Array(words[2...]))
  }
}
