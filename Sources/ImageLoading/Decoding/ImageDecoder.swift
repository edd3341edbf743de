/// Decodes JPEG, PNG, WebP and GIF; of an animation, the first frame.
///
/// Rows are scaled as they are decoded, and JPEG and WebP are decoded near the size that is
/// wanted. Embedded colour profiles are ignored.
public struct ImageDecoder: ImageDecoding {
  /// Rows that may be decoded between two questions whether the result is still wanted.
  private static let rowsPerCheck = 16

  public init() {}

  public func decode(
    _ bytes: UnsafeRawBufferPointer, target: PixelSize, contentMode: ContentMode,
    limits: DecodeLimits, isCancelled: () -> Bool
  ) throws(ImageDecodingError) -> PixelImage {
    if isCancelled() { throw .cancelled }
    guard let format = ImageFormat(signatureOf: bytes) else { throw .unknownFormat }
    let reader = try RowReader(bytes, format: format, limits: limits)
    let framing = Framing(
      reader.size, in: target.oriented(by: reader.orientation), contentMode: contentMode)
    let decoded = try reader.start(atLeast: framing.scaled)
    var scaler = AreaScaler(
      source: decoded, crop: framing.crop(of: decoded), target: framing.result)
    try Self.scale(reader, with: &scaler, isCancelled: isCancelled)
    return scaler.image.oriented(by: reader.orientation)
  }

  /// Hands over rows until the result is complete or the file ends.
  private static func scale(
    _ reader: borrowing RowReader, with scaler: inout AreaScaler, isCancelled: () -> Bool
  ) throws(ImageDecodingError) {
    let row = UnsafeMutableBufferPointer<UInt32>.allocate(capacity: scaler.source.width)
    defer { row.deallocate() }
    var uncheckedRows = 0
    while !scaler.isComplete {
      switch try reader.read(into: row) {
      case .row:
        scaler.append(UnsafeBufferPointer(row))
        uncheckedRows += 1
      case .working: uncheckedRows = rowsPerCheck
      case .ended: return
      }
      if uncheckedRows < rowsPerCheck { continue }
      if isCancelled() { throw .cancelled }
      uncheckedRows = 0
    }
  }
}
