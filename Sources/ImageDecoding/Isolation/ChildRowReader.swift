import CImageChild
import CImageRows
import Raster

/// Reads the rows of a picture that a child process decodes.
///
/// The child may be under a hostile picture's control. Its output is checked like a file.
struct ChildRowReader: RowReading {
  let size: PixelSize
  let orientation: Orientation
  private(set) var conversion = ColorConversion.none
  private(set) var lacksDetail = false
  private let header: ImageChildHeader
  private let exif: [UInt8]
  private let profile: [UInt8]
  private let format: ImageFormat
  private let limits: DecodeLimits
  private let output: ChildOutput

  /// Starts the child and waits for the header.
  ///
  /// - Parameters:
  ///   - program: the program to run.
  ///   - library: a library for the format; nil for the usual one.
  ///   - leastSeconds: the time for a picture of any size.
  init(
    _ bytes: UnsafeRawBufferPointer, format: ImageFormat, limits: DecodeLimits, program: String,
    library: String?, leastSeconds: Int, isCancelled: () -> Bool
  ) throws(ImageDecodingError) {
    let enforced = limits.enforced
    let arguments = [
      DecodingChild.argument, format.rawValue.lowercased(), "\(enforced.maxPixels)",
      "\(enforced.maxDimension)",
    ]
    let output = try ChildOutput(
      of: program, arguments + (library.map { [$0] } ?? []), input: bytes, format: format,
      maxPixels: enforced.maxPixels, leastSeconds: leastSeconds)
    let header = try output.wait(for: ImageChildHeader(), isCancelled)
    let size = PixelSize(width: Int(header.width), height: Int(header.height))
    let reason = withUnsafeBytes(of: header.reason) { ChildOutput.text($0) }
    if let error = Self.error(header.status, reason, size, format, limits) { throw error }
    try limits.admit(size, format: format)
    guard max(header.exif_count, header.profile_count) <= UInt32(image_child_max_block) else {
      throw .corrupt(format: format.rawValue, reason: "its metadata is too long")
    }
    let exif = try output.wait(forBytes: Int(header.exif_count), isCancelled)
    let profile = try output.wait(forBytes: Int(header.profile_count), isCancelled)
    output.limitTime(forPixels: size.area)
    self.size = size
    self.header = header
    self.exif = exif
    self.profile = profile
    orientation =
      Orientation(rawValue: header.orientation)
      ?? exif.withUnsafeBytes { Orientation(exif: $0) }
    self.output = output
    self.format = format
    self.limits = limits
  }

  /// The camera's data in the file's EXIF block.
  var camera: CameraData? { exif.withUnsafeBytes { CameraData(exif: $0) } }

  /// The colors that the file states.
  var colors: ColorTag {
    exif.withUnsafeBytes { exif in
      profile.withUnsafeBufferPointer { profile in
        var colors = ImageRowsColors()
        // Inks were already converted.
        colors.channels =
          header.channels == ImageRowsChannels.gray.rawValue ? .gray : .color
        colors.profile = profile.baseAddress
        colors.profile_count = profile.count
        colors.primaries = header.primaries
        colors.transfer = header.transfer
        return ColorTag(colors, exif: exif)
      }
    }
  }

  mutating func startRows(atLeast minimum: PixelSize) -> PixelSize {
    conversion = ConversionCache.shared.conversion(colors)
    return size
  }

  mutating func read(
    into row: UnsafeMutableBufferPointer<UInt32>
  ) throws(ImageDecodingError) -> RowProgress {
    guard let status = try output.peek(Int32.self) else { return .working }
    if status == ImageRowsStatus.ready.rawValue {
      let isRead = try output.read(
        into: UnsafeMutableRawBufferPointer(row), after: MemoryLayout<Int32>.size)
      return isRead ? .row : .working
    }
    guard let end = try output.peek(ImageChildRow.self) else { return .working }
    lacksDetail = end.lacks_detail != 0
    let reason = withUnsafeBytes(of: end.reason) { ChildOutput.text($0) }
    if let error = Self.error(end.status, reason, size, format, limits) { throw error }
    return .ended
  }

  private static func error(
    _ status: Int32, _ reason: String, _ size: PixelSize, _ format: ImageFormat,
    _ limits: DecodeLimits
  ) -> ImageDecodingError? {
    switch status {
    case ImageRowsStatus.ready.rawValue, ImageRowsStatus.ended.rawValue: nil
    case ImageRowsStatus.tooLarge.rawValue: .tooLarge(size, limits)
    case ImageRowsStatus.unsupported.rawValue:
      .unsupported(format: format.rawValue, reason: reason)
    case ImageRowsStatus.missing.rawValue: .libraryMissing(format)
    case ImageRowsStatus.pluginMissing.rawValue: .pluginMissing(format)
    case ImageRowsStatus.unknownVersion.rawValue: .libraryUnknown(format, version: reason)
    default: .corrupt(format: format.rawValue, reason: reason)
    }
  }
}

extension ImageDecodingError {
  /// The error without the library of a format.
  static func libraryMissing(_ format: ImageFormat) -> ImageDecodingError {
    .packageMissing(format: format.rawValue, package: format.package)
  }

  /// The error without the plugin of a format's library.
  static func pluginMissing(_ format: ImageFormat) -> ImageDecodingError {
    .packageMissing(format: format.rawValue, package: format.pluginPackage)
  }

  /// The error with an unknown version of a library, such as `libavif 0.9.3`.
  static func libraryUnknown(_ format: ImageFormat, version: String) -> ImageDecodingError {
    .versionUnknown(format: format.rawValue, library: version, package: format.package)
  }
}
