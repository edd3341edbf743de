import FoundationEssentials
import Raster

/// What a picture's file says about it, without any of its pixels being decoded.
public struct ImageMetadata: Hashable, Sendable {
  /// `JPEG`, `PNG`, `WebP`, `GIF`, `BMP`, `PNM`, `AVIF`, `HEIC` or `TIFF`.
  public let format: String
  /// The size as stored, in pixels.
  public let storedSize: PixelSize
  /// The size as seen: turned upright.
  public let size: PixelSize
  /// Of the file.
  public let byteCount: Int
  /// How many pictures follow each other, `AnimationReader.maxFrames` at most; 1 for a still one.
  public let frameCount: Int
  /// What the camera noted, if anything.
  public let camera: CameraData?

  /// It plays.
  public var isAnimated: Bool { frameCount > 1 }

  /// Reads the header of a whole file.
  ///
  /// Size counts for nothing here: the largest picture that any limits admit has its metadata.
  ///
  /// - Complexity: O(header), and O(blocks) of a GIF or an animated WebP: microseconds. AVIF and HEIC,
  ///   whose libraries read all of their container, take longer.
  public init(_ bytes: Data) throws(ImageDecodingError) {
    let result = bytes.withUnsafeBytes { bytes in
      Result { () throws(ImageDecodingError) in try ImageMetadata(of: bytes) }
    }
    self = try result.get()
  }

  private init(of bytes: UnsafeRawBufferPointer) throws(ImageDecodingError) {
    guard let format = ImageFormat(signatureOf: bytes) else { throw .unknownFormat }
    let limits = DecodeLimits(maxPixels: .max, maxDimension: .max)
    switch format {
    case .bmp: self.init(format, bytes, try BitmapReader(bytes, limits: limits), camera: nil)
    case .portableMap:
      self.init(format, bytes, try PortableMapReader(bytes, limits: limits), camera: nil)
    case .tiff:
      let camera = CameraData(TIFFFile(bytes))
      self.init(
        format, bytes, try CodecRowReader(bytes, format: format, limits: limits), camera: camera)
    case .jpeg, .png, .webp, .gif, .avif, .heic:
      let reader = try CodecRowReader(bytes, format: format, limits: limits)
      let camera = CameraData(exif: reader.exif)
      self.init(format, bytes, reader, camera: camera)
    }
  }

  private init<Reader: RowReading & ~Copyable>(
    _ format: ImageFormat, _ bytes: UnsafeRawBufferPointer, _ reader: borrowing Reader,
    camera: CameraData?
  ) {
    self.format = format.rawValue
    storedSize = reader.size
    size = reader.size.oriented(by: reader.orientation)
    byteCount = bytes.count
    frameCount = max(1, AnimationOutline(bytes, limit: AnimationReader.maxFrames).frameCount)
    self.camera = camera
  }
}
