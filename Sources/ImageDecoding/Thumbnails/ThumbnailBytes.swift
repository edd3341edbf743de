import CImageRows
import FoundationEssentials
import Raster

/// The bytes of a picture's smaller copy, in sRGB and upright: a JPEG, or a WebP where it has transparent pixels.
package enum ThumbnailBytes {
  /// The most that a copy can be, whatever a file says.
  private static let limits = DecodeLimits(maxPixels: 1 << 22, maxDimension: 32_768)

  /// Compresses a copy; nil where the library refuses.
  package static func encode(_ image: PixelImage) -> Data? {
    let isOpaque = image.pixels.reduce(0xFF00_0000, &) >> 24 == 255
    let size = ImageRowsSize(
      width: UInt32(image.size.width), height: UInt32(image.size.height))
    var count = 0
    let bytes = image.pixels.withUnsafeBufferPointer { pixels in
      (isOpaque ? image_bytes_jpeg : image_bytes_webp)(pixels.baseAddress, size, &count)
    }
    defer { image_bytes_free(bytes) }
    return bytes.map { Data(bytes: $0, count: count) }
  }

  /// Decodes a copy to what the picture itself would be in a target; nil if it is too small for that, or damaged.
  ///
  /// The copy may also be a PNG that another program has made.
  package static func decode(
    _ bytes: UnsafeRawBufferPointer, of picture: PixelSize, target: ImageTarget,
    isCancelled: () -> Bool
  ) throws(ImageDecodingError) -> PixelImage? {
    guard let format = ImageFormat(signatureOf: bytes), [.jpeg, .webp, .png].contains(format)
    else { return nil }
    let framing = Framing(picture, in: target)
    var reader = try CodecRowReader(bytes, format: format, limits: limits)
    guard framing.scaled.width <= reader.size.width, framing.scaled.height <= reader.size.height
    else { return nil }
    let decoded = try reader.start(atLeast: framing.scaled)
    if decoded == framing.result, case .none = reader.conversion {
      return try rows(of: &reader, decoded, isCancelled)
    }
    var scaler = AreaScaler(
      source: decoded, crop: framing.crop(of: decoded), target: framing.result,
      light: reader.conversion.light)
    try scaler.takeRows(of: &reader, isCancelled: isCancelled)
    let image = reader.conversion.finished(scaler.image)
    return image.endsEarly ? nil : image
  }

  /// The decoded rows as they are, which takes half the time of scaling them to the same size.
  private static func rows(
    of reader: inout CodecRowReader, _ size: PixelSize, _ isCancelled: () -> Bool
  ) throws(ImageDecodingError) -> PixelImage? {
    var outcome: Result<Int, ImageDecodingError> = .success(0)
    let pixels = [UInt32](unsafeUninitializedCapacity: size.area) { pixels, count in
      outcome = Result { () throws(ImageDecodingError) in
        try reader.read(rowsOf: size.width, into: pixels, isCancelled: isCancelled)
      }
      count = (try? outcome.get()).map { $0 * size.width } ?? 0
    }
    let count = try outcome.get()
    return count == size.height ? PixelImage(size: size, pixels: pixels) : nil
  }
}
