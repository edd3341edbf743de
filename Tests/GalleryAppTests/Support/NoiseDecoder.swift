import ImageDecoding
import Raster

/// Makes a picture of the target's size, with colors that depend on the bytes and on the place.
struct NoiseDecoder: PixelDecoding {
  func decode(
    _ bytes: UnsafeRawBufferPointer, target: ImageTarget, limits: DecodeLimits,
    isCancelled: () -> Bool
  ) throws(ImageDecodingError) -> PixelImage {
    let seed = bytes.reduce(UInt32(1)) { $0 &* 31 &+ UInt32($1) }
    let pixels = (0..<UInt32(target.size.area)).map { index in
      0xFF00_0000 | ((seed &+ index) &* 2_654_435_761) >> 8
    }
    return PixelImage(size: target.size, pixels: pixels)
  }
}
