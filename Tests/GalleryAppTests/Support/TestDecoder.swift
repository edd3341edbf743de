import ImageDecoding
import Raster

/// Makes a picture of any bytes: a pixel that holds the first of them.
struct TestDecoder: PixelDecoding {
  func decode(
    _ bytes: UnsafeRawBufferPointer, target: ImageTarget, limits: DecodeLimits,
    isCancelled: () -> Bool
  ) throws(ImageDecodingError) -> PixelImage {
    PixelImage(
      size: PixelSize(width: 1, height: 1), filledWith: 0xFF00_0000 | UInt32(bytes.first ?? 0))
  }
}
