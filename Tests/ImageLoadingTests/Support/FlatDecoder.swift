import ImageDecoding
import Raster
import TestSupport

@testable import ImageLoading

/// Makes a picture of one color, its first byte, and remembers the requests that it got.
struct FlatDecoder: PixelDecoding {
  let targets = Log<PixelSize>()
  /// The pictures that were made.
  let made = Log<PixelSize>()
  /// The gate at which each decode waits first; nil for none.
  var gate: Gate?

  func decode(
    _ bytes: UnsafeRawBufferPointer, target: ImageTarget, limits: DecodeLimits,
    isCancelled: () -> Bool
  ) throws(ImageDecodingError) -> PixelImage {
    targets.add(target.size)
    gate?.pass()
    if isCancelled() { throw .cancelled }
    guard let byte = bytes.first, byte != 0 else { throw .unknownFormat }
    defer { made.add(target.size) }
    return PixelImage(size: target.size, filledWith: UInt32(byte))
  }
}
