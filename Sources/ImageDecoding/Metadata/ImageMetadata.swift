import FoundationEssentials
import Raster

/// The facts in a picture's file, read without decoding pixels.
public struct ImageMetadata: Hashable, Sendable {
  /// The format's name: `JPEG`, `PNG`, `WebP`, `GIF`, `BMP`, `PNM`, `AVIF`, `HEIC`, `TIFF`, `RAW` or `SVG`.
  public let format: String
  /// The size as stored, in pixels.
  public let storedSize: PixelSize
  /// The displayed size, turned upright.
  public let size: PixelSize
  /// The size of the file in bytes.
  public let byteCount: Int
  /// The number of frames, at most `AnimationReader.maxFrames`; 1 for a still picture.
  public let frameCount: Int
  /// The camera's data, if any.
  public let camera: CameraData?
  /// The name of the embedded color profile, such as `Display P3`, if any.
  public private(set) var colorProfile: String?

  /// Whether the picture is an animation.
  public var isAnimated: Bool { frameCount > 1 }

  /// Reads the header of a whole file.
  ///
  /// Sizes are not limited here: metadata is available for the largest picture that any limits
  /// admit.
  ///
  /// - Complexity: O(header), and O(blocks) of a GIF or an animated WebP: microseconds.
  public init(_ bytes: Data) throws(ImageDecodingError) {
    let result = bytes.withUnsafeBytes { bytes in
      Result { () throws(ImageDecodingError) in
        try ImageMetadata(of: bytes, mostFrames: AnimationReader.maxFrames)
      }
    }
    self = try result.get()
  }

  init(of bytes: UnsafeRawBufferPointer, mostFrames: Int) throws(ImageDecodingError) {
    guard let format = ImageFormat(signatureOf: bytes) else { throw .unknownFormat }
    let limits = DecodeLimits(maxPixels: .max, maxDimension: .max)
    switch format {
    case .bmp:
      self.init(format, bytes, try BitmapReader(bytes, limits: limits), mostFrames, camera: nil)
    case .portableMap:
      self.init(
        format, bytes, try PortableMapReader(bytes, limits: limits), mostFrames, camera: nil)
    case .svg:
      guard let header = SVGHeader(bytes) else { throw .unknownFormat }
      self.init(format, bytes, storedSize: header.size, size: header.size)
    case .raw:
      // A raw file has the facts of its largest picture.
      guard let file = CameraFile(bytes), let picture = file.pictures.last else {
        throw .corrupt(format: format.rawValue, reason: "it has no JPEG to show")
      }
      self.init(
        format, bytes, storedSize: picture.size, size: picture.seenSize, camera: file.camera)
    case .tiff:
      guard let directory = TIFFFile(bytes)?.firstDirectory,
        let width = directory.integer(0x0100), let height = directory.integer(0x0101),
        min(width, height) > 0
      else {
        throw .corrupt(format: format.rawValue, reason: "its directory states no size")
      }
      let size = PixelSize(width: width, height: height)
      let orientation = Orientation(statedBy: directory) ?? .upright
      self.init(
        format, bytes, storedSize: size, size: size.oriented(by: orientation),
        camera: CameraData(TIFFFile(bytes)))
    case .avif, .heic:
      guard let file = HEIFFile(bytes) else {
        throw .corrupt(format: format.rawValue, reason: "its container states no size")
      }
      self.init(
        format, bytes, storedSize: file.size, size: file.size.oriented(by: file.orientation),
        camera: file.exif.flatMap { CameraData(exif: $0) })
      colorProfile = file.colors.profileName
    case .jpeg, .png, .webp, .gif:
      let reader = try CodecRowReader(bytes, format: format, limits: limits)
      let camera = reader.camera
      self.init(format, bytes, reader, mostFrames, camera: camera)
      colorProfile = reader.colors.profileName
    }
  }

  private init(
    _ format: ImageFormat, _ bytes: UnsafeRawBufferPointer, storedSize: PixelSize, size: PixelSize,
    camera: CameraData? = nil
  ) {
    self.format = format.rawValue
    self.storedSize = storedSize
    self.size = size
    byteCount = bytes.count
    frameCount = 1
    self.camera = camera
  }

  private init<Reader: RowReading & ~Copyable>(
    _ format: ImageFormat, _ bytes: UnsafeRawBufferPointer, _ reader: borrowing Reader,
    _ mostFrames: Int, camera: CameraData?
  ) {
    self.format = format.rawValue
    storedSize = reader.size
    size = reader.size.oriented(by: reader.orientation)
    byteCount = bytes.count
    frameCount = max(1, AnimationOutline(bytes, limit: mostFrames).frameCount)
    self.camera = camera
  }
}
