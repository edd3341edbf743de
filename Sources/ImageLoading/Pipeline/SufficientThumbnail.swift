import FoundationEssentials
import ImageDecoding
import Raster

/// The thumbnail in a JPEG that shows as much as the picture would, where a request takes one for it.
struct SufficientThumbnail {
  let image: PixelImage
  /// Of a file, for this alone.
  let bytesRead: Int

  /// Looks into the bytes, or, without any, into the beginning of a local file, on the calling thread.
  ///
  /// Nil where there is none, where it has too few pixels or another shape, and where it is damaged.
  init?(
    for request: ImageRequest, in bytes: Data?, within limits: ImageLimits,
    _ isCancelled: () -> Bool
  ) {
    guard request.thumbnails == .ifSufficient,
      let beginning = bytes
        ?? (try? FileDataLoader(maxBytes: limits.maxBytes)
          .read(first: StandInWork.beginningBytes, of: request.url))
    else { return nil }
    let maker = StandInMaker(
      target: request.target, limits: DecodeLimits(maxPixels: limits.maxPixels), isHurried: true)
    let outcome = beginning.withUnsafeBytes { maker.look(at: $0, isCancelled: isCancelled) }
    guard case .preview(let preview) = outcome, preview.image.size == preview.size,
      !preview.image.endsEarly
    else { return nil }
    image = preview.image
    bytesRead = bytes == nil ? beginning.count : 0
  }
}
