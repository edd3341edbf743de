import CImageRows
import FoundationEssentials
import Raster

/// The encoding of a picture's smaller copy, in sRGB and upright.
///
/// A photograph is a JPEG, or a WebP if it has transparent pixels. A chart, a drawing or a screenshot is a lossless
/// WebP, because lossy compression would change its few colors.
package enum ThumbnailBytes {
  /// The limits of a copy, whatever a file states.
  private static let limits = DecodeLimits(maxPixels: 1 << 22, maxDimension: 32_768)

  /// The percentage of pixels equal to their left neighbor at which a picture counts as flat; photographs have few,
  /// even in skies.
  private static let flatPercent = 60
  /// The longest lossless copy; a larger flat picture is compressed like a photograph.
  private static let maxLosslessBytes = 32 << 10

  /// Compresses a copy; nil if the library fails.
  package static func encode(_ image: PixelImage) -> Data? {
    if isFlat(image), let bytes = bytes(of: image, by: image_bytes_lossless_webp),
      bytes.count <= maxLosslessBytes
    {
      return bytes
    }
    let isOpaque = image.pixels.reduce(0xFF00_0000, &) >> 24 == 255
    return bytes(of: image, by: isOpaque ? image_bytes_jpeg : image_bytes_webp)
  }

  private typealias Encoder = (
    UnsafePointer<UInt32>?, ImageRowsSize, UnsafeMutablePointer<Int>?
  ) -> UnsafeMutablePointer<UInt8>?

  private static func bytes(of image: PixelImage, by encode: Encoder) -> Data? {
    let size = ImageRowsSize(
      width: UInt32(image.size.width), height: UInt32(image.size.height))
    var count = 0
    let bytes = image.pixels.withUnsafeBufferPointer { encode($0.baseAddress, size, &count) }
    defer { image_bytes_free(bytes) }
    return bytes.map { Data(bytes: $0, count: count) }
  }

  /// Whether most of a picture is areas of one color.
  private static func isFlat(_ image: PixelImage) -> Bool {
    let pixels = image.pixels
    let repeats = zip(pixels, pixels.dropFirst()).reduce(0) { $0 + ($1.0 == $1.1 ? 1 : 0) }
    return repeats * 100 >= pixels.count * flatPercent
  }

  /// Decodes a copy as the picture for a target; nil if it is too small or damaged.
  ///
  /// The copy may also be a PNG from another program.
  package static func decode(
    _ bytes: UnsafeRawBufferPointer, of picture: PixelSize, target: ImageTarget,
    isCancelled: () -> Bool
  ) throws(ImageDecodingError) -> PixelImage? {
    guard let format = ImageFormat(signatureOf: bytes), [.jpeg, .webp, .png].contains(format)
    else { return nil }
    let framing = Framing(picture, in: target.upright)
    var reader = try CodecRowReader(bytes, format: format, limits: limits)
    guard framing.scaled.width <= reader.size.width, framing.scaled.height <= reader.size.height
    else { return nil }
    let decoded = try reader.startRows(atLeast: framing.scaled)
    if decoded == framing.result, case .none = reader.conversion {
      return try rows(of: &reader, decoded, isCancelled)?.oriented(by: target.turn)
    }
    var scaler = AreaScaler(
      source: decoded, crop: framing.crop(of: decoded), target: framing.result)
    try scaler.takeRows(of: &reader, isCancelled: isCancelled)
    let image = reader.conversion.finished(scaler.image)
    return image.endsEarly ? nil : image.oriented(by: target.turn)
  }

  /// The decoded rows unscaled, which takes half the time of scaling them to the same size.
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
