import CImageRows

/// The rows of a picture that a C library decodes.
///
/// It borrows the bytes of the file: they must outlive it.
struct CodecRowReader: RowReading, ~Copyable {
  let size: PixelSize
  let orientation: ExifOrientation
  private let rows: OpaquePointer
  private let format: ImageFormat
  private let limits: DecodeLimits

  /// Reads the header; nothing is allocated for pixels before the limits are met.
  init(
    _ bytes: UnsafeRawBufferPointer, format: ImageFormat, limits: DecodeLimits
  ) throws(ImageDecodingError) {
    guard let codec = format.codec else { throw .formatNotBuilt(format: format.rawValue) }
    var opened: OpaquePointer?
    let status = image_rows_open(
      codec, bytes.bindMemory(to: UInt8.self).baseAddress, bytes.count, ImageRowsLimits(limits),
      &opened)
    guard let opened else { throw .tooLarge(PixelSize(width: 0, height: 0), limits) }
    if let error = Self.error(for: status, of: opened, format: format, limits: limits) {
      image_rows_close(opened)
      throw error
    }
    var exifCount = 0
    let exif = image_rows_exif(opened, &exifCount)
    orientation =
      ExifOrientation(rawValue: image_rows_orientation(opened))
      ?? ExifOrientation(exif: UnsafeRawBufferPointer(start: exif, count: exifCount))
    size = PixelSize(image_rows_size(opened))
    rows = opened
    self.format = format
    self.limits = limits
  }

  deinit {
    image_rows_close(rows)
  }

  func start(atLeast minimum: PixelSize) throws(ImageDecodingError) -> PixelSize {
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
    case .ready: return .row
    case .working: return .working
    case .ended, .tooLarge, .corrupt:
      try check(status)
      return .ended
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
    case .corrupt:
      .corrupt(format: format.rawValue, reason: String(cString: image_rows_reason(rows)))
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
