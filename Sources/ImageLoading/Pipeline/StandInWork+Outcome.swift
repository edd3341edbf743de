import FoundationEssentials
import ImageDecoding
import LocalPictures
import Raster

extension StandInWork {
  /// Does the work on the calling thread.
  ///
  /// - Parameter fileSystems: knows whether a file is on another machine.
  func outcome(
    within limits: ImageLimits, on fileSystems: FileSystems, _ isCancelled: () -> Bool
  ) -> StandInOutcome {
    guard !isCancelled(),
      let bytes = try? bytes ?? read(within: limits, on: fileSystems, isCancelled)
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
    within limits: ImageLimits, on fileSystems: FileSystems, _ isCancelled: () -> Bool
  ) throws(ImageError) -> Data {
    switch stage {
    case .look:
      let file = try PictureFile(request.url, maxBytes: limits.maxBytes)
      // A small file arrives as soon as its beginning, and would cross the network twice.
      if file.size <= PictureFile.beginningBytes, file.isDistant(on: fileSystems) { return Data() }
      return try file.readBeginning(PictureFile.beginningBytes)
    case .decodeEighth:
      return try LocalBytes.read(request.url, maxBytes: limits.maxBytes, isCancelled)
    }
  }
}
