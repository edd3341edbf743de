import Raster

/// A complete JPEG inside a raw file.
///
/// It borrows the file's bytes, which must outlive it.
struct EmbeddedJPEG {
  /// The most bytes searched for its size, because cameras write EXIF and their own notes first.
  private static let longestHeader = 512 << 10
  /// The shortest side of a useful picture.
  private static let leastSide = 16

  /// The range of the JPEG in the file.
  let range: Range<Int>
  let bytes: UnsafeRawBufferPointer
  /// The size as stored.
  let size: PixelSize
  /// The orientation to turn it upright.
  let orientation: Orientation
  let exif: UnsafeRawBufferPointer?

  /// Reads the header of a JPEG at a stated range.
  ///
  /// - Parameter orientation: the orientation if the JPEG states no other.
  /// - Returns: nil if it is outside the file, not a JPEG, or lossless, as sensor data may be.
  init?(in view: FileView, at offset: Int, length: Int, orientation: Orientation) {
    guard let part = view.part(at: offset, length: length),
      let beginning = part.part(at: 0, length: min(length, Self.longestHeader)),
      let header = JPEGHeader(beginning), header.isUsual, let size = header.size,
      min(size.width, size.height) >= Self.leastSide
    else { return nil }
    range = offset..<offset + length
    bytes = part.bytes
    exif = header.exif
    self.size = size
    let stated = header.exif.flatMap { TIFFFile(exif: $0)?.firstDirectory }
      .flatMap(Orientation.init(statedBy:))
    self.orientation = stated ?? orientation
  }

  /// The displayed size.
  var seenSize: PixelSize { size.oriented(by: orientation) }
}
