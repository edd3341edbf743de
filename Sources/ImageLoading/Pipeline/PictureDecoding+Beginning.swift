import FoundationEssentials
import ImageDecoding
import Raster

extension PictureDecoding {
  /// Looks for all of a picture in the beginning of its file, on the calling thread.
  func beginning(
    _ part: PartialDownload, for request: ImageRequest, within limits: ImageLimits,
    _ isCancelled: () -> Bool
  ) -> PictureBeginning {
    let whole = part.totalBytes ?? .max
    let maker = maker(for: request, within: limits)
    return part.bytes.withUnsafeBytes { bytes in
      let beginning = maker.beginning(bytes, of: whole, isCancelled: isCancelled)
      guard case .shows(var image, let needed) = beginning else { return beginning }
      image.info = PictureInfo(ofFile: bytes, byteCount: whole)
      return .shows(image, bytes: needed)
    }
  }

  /// How much of a file that came whole would have shown all; nil where no beginning would be looked into.
  func need(
    _ file: Data, for request: ImageRequest, within limits: ImageLimits
  ) -> WorkDone.Need? {
    guard decoder is ImageDecoder, request.thumbnails == .ifSufficient else { return nil }
    let maker = maker(for: request, within: limits)
    let needed = file.withUnsafeBytes { maker.neededBytes(of: $0) }
    return needed.map { .beginning(bytes: $0) } ?? .whole
  }

  private func maker(for request: ImageRequest, within limits: ImageLimits) -> StandInMaker {
    StandInMaker(
      target: request.target, limits: DecodeLimits(maxPixels: limits.maxPixels), isHurried: true)
  }
}
