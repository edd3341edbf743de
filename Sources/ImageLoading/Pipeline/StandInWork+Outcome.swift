import FoundationEssentials
import ImageDecoding
import Raster

extension StandInWork {
  /// Of a file's beginning: what cameras write before the picture is nearly always less.
  static let beginningBytes = 64 << 10

  /// Does the work, on the calling thread.
  ///
  /// - Parameter isFromAfar: whether files are those of a distant machine.
  func outcome(
    within limits: ImageLimits, fromAfar isFromAfar: Bool = false, _ isCancelled: () -> Bool
  ) -> StandInOutcome {
    guard !isCancelled(),
      let bytes = try? bytes ?? read(within: limits, fromAfar: isFromAfar, isCancelled)
    else { return .nothing }
    let maker = StandInMaker(
      target: request.target, limits: DecodeLimits(maxPixels: limits.maxPixels),
      isHurried: isHurried)
    return bytes.withUnsafeBytes { bytes in
      switch stage {
      case .look: maker.look(at: bytes, isCancelled: isCancelled)
      case .decodeEighth: maker.decodeEighth(of: bytes, isCancelled: isCancelled)
      }
    }
  }

  private func read(
    within limits: ImageLimits, fromAfar isFromAfar: Bool, _ isCancelled: () -> Bool
  ) throws(ImageError) -> Data {
    switch stage {
    case .look:
      let file = try PictureFile(request.url, maxBytes: limits.maxBytes)
      // All of a small file is there as soon, and would pass the link twice.
      if isFromAfar, file.size <= Self.beginningBytes { return Data() }
      return try file.readBeginning(Self.beginningBytes)
    case .decodeEighth:
      return try LocalBytes.read(request.url, maxBytes: limits.maxBytes, isCancelled)
    }
  }
}

/// The thumbnail in a JPEG that shows as much as the picture would, if the request accepts one.
struct SufficientThumbnail {
  let image: PixelImage
  /// Of a file, for this alone.
  let bytesRead: Int

  /// Looks into the bytes or, without any, into the beginning of a local file, on the calling
  /// thread.
  ///
  /// Nil if there is no thumbnail, if it has too few pixels or another shape, and if it is damaged.
  init?(
    for request: ImageRequest, in bytes: Data?, or file: PictureFile?, within limits: ImageLimits,
    _ isCancelled: () -> Bool
  ) {
    guard request.thumbnails == .ifSufficient,
      let beginning = bytes ?? (try? file?.readBeginning(StandInWork.beginningBytes))
    else { return nil }
    let maker = StandInMaker(
      target: request.target, limits: DecodeLimits(maxPixels: limits.maxPixels), isHurried: true)
    let outcome = beginning.withUnsafeBytes { maker.look(at: $0, isCancelled: isCancelled) }
    guard case .preview(let preview) = outcome, preview.image.size == preview.size,
      !preview.image.endsEarly
    else { return nil }
    var image = preview.image
    image.info = beginning.withUnsafeBytes {
      PictureInfo(ofFile: $0, byteCount: (bytes?.count ?? file?.size))
    }
    self.image = image
    bytesRead = bytes == nil ? beginning.count : 0
  }
}
