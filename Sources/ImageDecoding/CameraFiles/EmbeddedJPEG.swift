import Raster

/// A whole JPEG inside a camera's file.
///
/// It borrows the file's bytes, which must outlive it.
struct EmbeddedJPEG {
  /// How much of it is looked at to find its size: cameras write EXIF and their own notes before it.
  private static let longestHeader = 512 << 10
  /// The shortest side of a picture that is of any use.
  private static let leastSide = 16

  /// Where it lies in the file.
  let range: Range<Int>
  let bytes: UnsafeRawBufferPointer
  /// The size as stored.
  let size: PixelSize
  /// How to turn it upright.
  let orientation: ExifOrientation
  let exif: UnsafeRawBufferPointer?

  /// Reads the header of a JPEG that is said to lie in a file.
  ///
  /// - Parameter orientation: how to turn it if it does not say that itself.
  /// - Returns: nil if it lies outside, is none, or is of a kind without losses, as a sensor's data may be.
  init?(in view: FileView, at offset: Int, length: Int, orientation: ExifOrientation) {
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
      .flatMap(ExifOrientation.init(statedBy:))
    self.orientation = stated ?? orientation
  }

  /// The size as seen.
  var seenSize: PixelSize { size.oriented(by: orientation) }
}
