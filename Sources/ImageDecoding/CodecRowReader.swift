import CImageRows
import Raster

/// Reads the rows of a picture decoded by a C library.
///
/// It borrows the file's bytes, which must outlive it.
struct CodecRowReader: RowReading, ~Copyable {
  let size: PixelSize
  let wholeSize: PixelSize
  let orientation: Orientation
  /// The colors of a file that states none.
  var inheritedColors = ColorTag.sRGB
  private(set) var conversion = ColorConversion.none
  /// The EXIF block, for formats whose library does not find it.
  private let chunkedExif: [UInt8]?
  private let rows: OpaquePointer
  private let format: ImageFormat
  private let limits: DecodeLimits

  /// Reads the header, and checks the limits before allocating memory for pixels.
  init(
    _ bytes: UnsafeRawBufferPointer, format: ImageFormat, limits: DecodeLimits
  ) throws(ImageDecodingError) {
    guard let codec = format.codec else { throw .unknownFormat }
    try self.init(bytes, format: format, codec: codec, limits: limits)
  }

  /// Reads the header of a picture that represents a larger one, in another file.
  ///
  /// - Parameters:
  ///   - orientation: the orientation; replaces the picture's own.
  ///   - whole: the size of the larger picture, as stored in this orientation.
  init(
    _ bytes: UnsafeRawBufferPointer, format: ImageFormat, orientation: Orientation,
    standingFor whole: PixelSize, limits: DecodeLimits
  ) throws(ImageDecodingError) {
    guard let codec = format.codec else { throw .unknownFormat }
    try self.init(
      bytes, format: format, codec: codec, orientation: orientation, standingFor: whole,
      limits: limits)
  }

  /// Reads the header of an animation, whose frames are then visited one by one.
  init(
    framesOf bytes: UnsafeRawBufferPointer, format: ImageFormat, limits: DecodeLimits
  ) throws(ImageDecodingError) {
    guard let codec = format.animationCodec else {
      throw .corrupt(format: format.rawValue, reason: "it is not an animation")
    }
    try self.init(bytes, format: format, codec: codec, limits: limits)
  }

  private init(
    _ bytes: UnsafeRawBufferPointer, format: ImageFormat, codec: ImageRowsFormat,
    orientation stated: Orientation? = nil, standingFor whole: PixelSize? = nil,
    limits: DecodeLimits
  ) throws(ImageDecodingError) {
    var opened: OpaquePointer?
    let status = image_rows_open(
      codec, bytes.bindMemory(to: UInt8.self).baseAddress, bytes.count, ImageRowsLimits(limits),
      &opened)
    switch status {
    case .missing: throw .libraryMissing(format)
    case .pluginMissing: throw .pluginMissing(format)
    case .unknownVersion: throw .libraryUnknown(format, version: codec.library)
    default: break
    }
    guard let opened else { throw .tooLarge(PixelSize(width: 0, height: 0), limits) }
    if let error = Self.error(for: status, of: opened, format: format, limits: limits) {
      image_rows_close(opened)
      throw error
    }
    chunkedExif = format == .png ? ExifChunk.find(inPNG: bytes.field) : nil
    orientation =
      stated ?? Orientation(rawValue: image_rows_orientation(opened))
      ?? Self.withExif(of: opened, or: chunkedExif) { Orientation(exif: $0) }
    size = PixelSize(image_rows_size(opened))
    wholeSize = whole ?? size
    rows = opened
    self.format = format
    self.limits = limits
  }

  var lacksDetail: Bool { image_rows_lacks_detail(rows) }

  /// The camera's data in the file's EXIF block; known until the first read.
  var camera: CameraData? { withExif { CameraData(exif: $0) } }

  /// The colors that the file states; known until the first read.
  var colors: ColorTag { withExif { ColorTag(image_rows_colors(rows).pointee, exif: $0) } }

  /// Calls `body` with the file's EXIF block, empty if the file has none.
  private func withExif<Result>(_ body: (UnsafeRawBufferPointer) -> Result) -> Result {
    Self.withExif(of: rows, or: chunkedExif, body)
  }

  private static func withExif<Result>(
    of rows: OpaquePointer, or chunk: [UInt8]?, _ body: (UnsafeRawBufferPointer) -> Result
  ) -> Result {
    if let chunk { return chunk.withUnsafeBytes(body) }
    var count = 0
    let start = image_rows_exif(rows, &count)
    return body(UnsafeRawBufferPointer(start: start, count: count))
  }

  deinit {
    image_rows_close(rows)
  }

  mutating func startRows(atLeast minimum: PixelSize) throws(ImageDecodingError) -> PixelSize {
    let colors = colors
    conversion = ConversionCache.shared.conversion(colors == .sRGB ? inheritedColors : colors)
    if case .inks = conversion { image_rows_keep_inks(rows) }
    var decoded = ImageRowsSize()
    let wanted = ImageRowsSize(width: UInt32(minimum.width), height: UInt32(minimum.height))
    try check(image_rows_start(rows, wanted, &decoded))
    return PixelSize(decoded)
  }

  func read(
    into row: UnsafeMutableBufferPointer<UInt32>
  ) throws(ImageDecodingError) -> RowProgress {
    let status = image_rows_read(rows, row.baseAddress)
    switch status {
    case .ready:
      if case .inks(let transform) = conversion { transform.convert(row) }
      return .row
    case .working: return .working
    case .ended, .tooLarge, .corrupt, .unsupported, .missing, .pluginMissing, .unknownVersion:
      try check(status)
      return .ended
    }
  }

  /// Moves to the first row of an animation's next frame; nil after the last frame.
  ///
  /// - Parameter isCancelled: called every few dozen remaining rows of the last frame.
  /// - Returns: the frame's duration in milliseconds, as stored in the file.
  func nextFrame(isCancelled: () -> Bool) throws(ImageDecodingError) -> Int? {
    while true {
      var milliseconds: UInt32 = 0
      let status = image_rows_next_frame(rows, &milliseconds)
      switch status {
      case .ready: return Int(milliseconds)
      case .working: if isCancelled() { throw .cancelled }
      case .ended, .tooLarge, .corrupt, .unsupported, .missing, .pluginMissing, .unknownVersion:
        try check(status)
        return nil
      }
    }
  }

  private func check(_ status: ImageRowsStatus) throws(ImageDecodingError) {
    if let error = Self.error(for: status, of: rows, format: format, limits: limits) {
      throw error
    }
  }

  private static func error(
    for status: ImageRowsStatus, of rows: OpaquePointer, format: ImageFormat, limits: DecodeLimits
  ) -> ImageDecodingError? {
    switch status {
    case .ready, .working, .ended: nil
    case .tooLarge: .tooLarge(PixelSize(image_rows_size(rows)), limits)
    case .missing: .libraryMissing(format)
    case .pluginMissing: .pluginMissing(format)
    case .unknownVersion: .unsupported(format: format.rawValue, reason: "its library has changed")
    case .corrupt:
      .corrupt(format: format.rawValue, reason: String(cString: image_rows_reason(rows)))
    case .unsupported:
      .unsupported(format: format.rawValue, reason: String(cString: image_rows_reason(rows)))
    }
  }
}

extension PixelSize {
  fileprivate init(_ size: ImageRowsSize) {
    self.init(width: Int(size.width), height: Int(size.height))
  }
}

extension ImageRowsLimits {
  fileprivate init(_ limits: DecodeLimits) {
    let enforced = limits.enforced
    self.init(
      max_pixels: UInt64(enforced.maxPixels), max_dimension: UInt32(enforced.maxDimension))
  }
}

extension ImageFormat {
  /// The C library that reads this format; nil if none is needed.
  var codec: ImageRowsFormat? {
    switch self {
    case .jpeg: .jpeg
    case .png: .png
    case .webp: .webp
    case .gif: .gif
    case .avif: .avif
    case .heic: .heic
    case .tiff: .tiff
    case .bmp, .portableMap, .raw, .svg: nil
    }
  }

  /// The Debian packages with the format's library; empty if it is linked, or if none is needed.
  var package: String {
    codec.flatMap { image_rows_package($0) }.map { String(cString: $0) } ?? ""
  }

  /// The Debian package with the plugin of the format's library; empty if there is none.
  var pluginPackage: String {
    codec.flatMap { image_rows_plugin_package($0) }.map { String(cString: $0) } ?? ""
  }

  /// The C library that composes this format's frames; nil for formats without animations.
  var animationCodec: ImageRowsFormat? {
    switch self {
    case .gif: .gifAnimation
    case .webp: .webpAnimation
    case .jpeg, .png, .bmp, .portableMap, .avif, .heic, .tiff, .raw, .svg: nil
    }
  }
}

extension ImageRowsFormat {
  /// The name and the version of the library, such as `libavif 0.11.1`; empty if it is not installed.
  var library: String {
    var text = [CChar](repeating: 0, count: 64)
    image_rows_library(self, &text, text.count)
    return String(decoding: text.prefix { $0 != 0 }.map { UInt8(bitPattern: $0) }, as: UTF8.self)
  }
}
