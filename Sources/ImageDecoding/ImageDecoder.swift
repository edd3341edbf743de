import Raster

/// Decodes JPEG, PNG, WebP, GIF, BMP and PNM, and AVIF, HEIC and TIFF if their libraries are installed.
///
/// The libraries of AVIF, HEIC and TIFF can't be limited in this process. So they are loaded by a child process, for the
/// first such file; see ``isolation``.
///
/// For a camera's raw file, it decodes an embedded JPEG: the smallest one that fills the target. For animations it
/// decodes the first frame, and for several pages the first page.
///
/// Rows are scaled while they are decoded, and JPEG and WebP are decoded near the requested size. An SVG is drawn at
/// the size that fills the target, whatever its own size, by a process of `rsvg-convert`. Without that program it is an
/// error. The result is in sRGB. ICC profiles of JPEG, PNG and WebP are applied, and so are gamma, chromaticities and
/// code points of PNG, if Little CMS is installed. Those of other formats, and unreadable profiles, are ignored.
public struct ImageDecoder: PixelDecoding {
  /// Whether to decode the largest JPEG of a raw file even if a smaller one suffices.
  package var takesLargest = false
  /// The folders in which the program that draws SVG is searched.
  package var searchPath = SearchPath.environment

  /// The place where AVIF, HEIC and TIFF are decoded; nil by default, which refuses them.
  public var isolation: DecodingIsolation?
  /// The library that a child opens instead of the usual one.
  package var library: String?
  /// The time that a child has for a picture of any size, in seconds of the processor.
  package var leastSeconds = ChildOutput.leastSeconds

  /// Creates a decoder.
  public init(isolation: DecodingIsolation? = nil) { self.isolation = isolation }

  public func decode(
    _ bytes: UnsafeRawBufferPointer, target: ImageTarget, limits: DecodeLimits,
    isCancelled: () -> Bool
  ) throws(ImageDecodingError) -> PixelImage {
    try decode(bytes, target: target, copy: nil, limits: limits, isCancelled: isCancelled).image
  }

  /// Whether a file with this beginning may be a picture.
  package static func recognizes(_ beginning: UnsafeRawBufferPointer) -> Bool {
    ImageFormat(signatureOf: beginning) != nil
  }

  /// The rows of the picture in a raw file that is displayed in a target.
  func rawReader(
    _ bytes: UnsafeRawBufferPointer, for target: ImageTarget, copy scale: ThumbnailScale? = nil,
    limits: DecodeLimits
  ) throws(ImageDecodingError) -> CodecRowReader {
    guard let file = CameraFile(bytes) else { throw .unknownFormat }
    let picture = takesLargest ? file.pictures.last : file.picture(for: target, copy: scale)
    return try file.rows(of: picture, limits: limits)
  }

  /// Decodes and scales to a target in the stored orientation.
  static func image<Reader: RowReading & ~Copyable>(
    from reader: inout Reader, target: ImageTarget, isCancelled: () -> Bool
  ) throws(ImageDecodingError) -> PixelImage {
    let framing = Framing(reader.wholeSize, in: target)
    let decoded = try reader.startRows(atLeast: framing.scaled)
    var scaler = AreaScaler(
      source: decoded, crop: framing.crop(of: decoded), target: framing.result)
    try scaler.takeRows(of: &reader, isCancelled: isCancelled)
    var image = reader.conversion.finished(scaler.image)
    if reader.lacksDetail { image.endsEarly = true }
    return image
  }
}
