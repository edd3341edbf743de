import FoundationEssentials
import ImageDecoding
import Raster

extension PictureDecoding {
  /// Looks for all of a picture in the beginning of a file.
  ///
  /// - Parameter whole: the size of the file.
  func beginning(
    _ bytes: Data, of whole: Int, for request: ImageRequest, _ limits: ImageLimits,
    _ isCancelled: () -> Bool
  ) -> PictureBeginning {
    let maker = StandInMaker(
      target: request.target, limits: DecodeLimits(maxPixels: limits.maxPixels), isHurried: true)
    let beginning = bytes.withUnsafeBytes {
      maker.beginning($0, of: whole, isCancelled: isCancelled)
    }
    guard case .shows(var image, let needed) = beginning else { return beginning }
    image.info = bytes.withUnsafeBytes { PictureInfo(ofFile: $0, byteCount: whole) }
    return .shows(image, bytes: needed)
  }

  /// The picture as the beginning of a file shows it that came whole; nil if it takes the whole.
  func shown(
    by bytes: Data, for request: ImageRequest, _ limits: ImageLimits, _ work: inout WorkDone,
    _ isCancelled: () -> Bool
  ) -> PixelImage? {
    // Another decoder may make something else of a JPEG.
    guard decoder is ImageDecoder, request.thumbnails == .ifSufficient else { return nil }
    switch beginning(bytes, of: bytes.count, for: request, limits, isCancelled) {
    case .shows(let image, let needed):
      work.need = .beginning(bytes: needed)
      return image
    case .needs, .needsWhole:
      work.need = .whole
      return nil
    }
  }
}
