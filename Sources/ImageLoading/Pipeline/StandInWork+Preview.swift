import FoundationEssentials
import ImageDecoding
import LocalPictures
import Raster

extension StandInWork {
  /// The size of a file's beginning; the data that cameras write before the picture is nearly always shorter.
  static let beginningBytes = 64 << 10

  /// Does the work on the calling thread.
  ///
  /// - Parameter fileSystems: knows whether a file is on another machine.
  func preview(
    within limits: ImageLimits, on fileSystems: FileSystems, _ isCancelled: () -> Bool
  ) -> ImagePreview? {
    guard !isCancelled(),
      let bytes = try? bytes ?? read(within: limits, on: fileSystems)
    else { return nil }
    let maker = StandInMaker(
      target: request.target, limits: DecodeLimits(maxPixels: limits.maxPixels),
      isHurried: isHurried)
    return bytes.withUnsafeBytes { maker.look(at: $0, isCancelled: isCancelled) }
  }

  private func read(
    within limits: ImageLimits, on fileSystems: FileSystems
  ) throws(ImageError) -> Data {
    let file = try PictureFile(request.url, maxBytes: limits.maxBytes)
    // A small file arrives as soon as its beginning, and would cross the network twice.
    if file.size <= Self.beginningBytes, file.isDistant(on: fileSystems) { return Data() }
    return try file.readBeginning(Self.beginningBytes)
  }
}
