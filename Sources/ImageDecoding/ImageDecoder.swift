import Raster

/// Decodes JPEG, PNG, WebP, GIF, BMP and PNM, and AVIF, HEIC and TIFF if they are built in.
///
/// Of a camera's raw file it shows a JPEG that the camera has put there: the smallest one that fills the target.
///
/// It decodes the first frame of an animation, and the first of several pages.
///
/// Rows are scaled as they are decoded, and JPEG and WebP are decoded near the requested size.
/// An SVG is drawn at the size that fills the target, whatever size it says it has, by a process of `rsvg-convert`.
/// Without that program it is an error.
/// The result is in sRGB. ICC profiles of JPEG, PNG and WebP count, and so do the gamma, the
/// chromaticities and the code points of a PNG. Those of other formats, and profiles that can't be
/// read, are ignored.
public struct ImageDecoder: PixelDecoding {
  /// Whether the largest JPEG of a raw file is taken where a smaller one would do.
  package var takesLargest = false
  /// The folders of the program that draws SVG.
  package var searchPath = SearchPath.environment

  /// Makes a decoder of all built-in formats.
  public init() {}

  public func decode(
    _ bytes: UnsafeRawBufferPointer, target: ImageTarget, limits: DecodeLimits,
    isCancelled: () -> Bool
  ) throws(ImageDecodingError) -> PixelImage {
    if isCancelled() { throw .cancelled }
    guard let format = ImageFormat(signatureOf: bytes) else { throw .unknownFormat }
    switch format {
    case .bmp:
      var reader = try BitmapReader(bytes, limits: limits)
      return try Self.picture(from: &reader, target: target, isCancelled: isCancelled)
    case .portableMap:
      var reader = try PortableMapReader(bytes, limits: limits)
      return try Self.picture(from: &reader, target: target, isCancelled: isCancelled)
    case .svg:
      return try drawing(bytes, target: target, limits: limits, isCancelled: isCancelled)
    case .raw:
      var reader = try rawReader(bytes, for: target, limits: limits)
      return try Self.picture(from: &reader, target: target, isCancelled: isCancelled)
    case .jpeg, .png, .webp, .gif, .avif, .heic, .tiff:
      var reader = try CodecRowReader(bytes, format: format, limits: limits)
      var picture = try Self.picture(from: &reader, target: target, isCancelled: isCancelled)
      // The first frame may be whole where later ones are missing. A terminator and the trailer end a whole GIF, so
      // only others are walked through.
      let isWhole = format == .gif && bytes.suffix(2).elementsEqual([0x00, 0x3B])
      if !isWhole, AnimationOutline(bytes, limit: AnimationReader.maxFrames).endsEarly {
        picture.endsEarly = true
      }
      return picture
    }
  }

  /// Whether a file that begins with these bytes may be a picture.
  package static func recognizes(_ beginning: UnsafeRawBufferPointer) -> Bool {
    ImageFormat(signatureOf: beginning) != nil
  }

  /// The rows of the picture in a raw file that is shown in a target.
  func rawReader(
    _ bytes: UnsafeRawBufferPointer, for target: ImageTarget, copy scale: ThumbnailScale? = nil,
    limits: DecodeLimits
  ) throws(ImageDecodingError) -> CodecRowReader {
    guard let file = CameraFile(bytes) else { throw .unknownFormat }
    // Some have their picture as rows, as any TIFF has it.
    if file.pictures.isEmpty,
      let rows = try? CodecRowReader(bytes, format: .tiff, limits: limits)
    {
      return rows
    }
    let picture = takesLargest ? file.pictures.last : file.picture(for: target, copy: scale)
    return try file.rows(of: picture, limits: limits)
  }

  private static func picture<Reader: RowReading & ~Copyable>(
    from reader: inout Reader, target: ImageTarget, isCancelled: () -> Bool
  ) throws(ImageDecodingError) -> PixelImage {
    try image(
      from: &reader, target: target.oriented(by: reader.orientation), isCancelled: isCancelled
    ).oriented(by: reader.orientation)
  }

  /// Decodes and scales to a target in the stored picture's orientation, without turning.
  static func image<Reader: RowReading & ~Copyable>(
    from reader: inout Reader, target: ImageTarget, isCancelled: () -> Bool
  ) throws(ImageDecodingError) -> PixelImage {
    let framing = Framing(reader.wholeSize, in: target)
    let decoded = try reader.start(atLeast: framing.scaled)
    var scaler = AreaScaler(
      source: decoded, crop: framing.crop(of: decoded), target: framing.result,
      light: reader.conversion.light)
    try scaler.takeRows(of: &reader, isCancelled: isCancelled)
    var image = reader.conversion.finished(scaler.image)
    if reader.lacksDetail { image.endsEarly = true }
    return image
  }
}
