import Raster

/// The small JPEG in a picture's EXIF block (CIPA DC-008, 4.5.5).
///
/// It borrows the file's bytes, which must outlive it.
struct EmbeddedThumbnail {
  private static let compression = 0x0103
  private static let jpegCompression: UInt16 = 6
  private static let offset = 0x0201
  private static let length = 0x0202
  /// The limits of a thumbnail: far larger than usual, but decoded in a millisecond.
  private static let limits = DecodeLimits(maxPixels: 1 << 19, maxDimension: 1_024)
  /// The tolerance for its shape relative to the picture's.
  ///
  /// Rounding a side of 160 pixels makes a smaller difference; the black edges of some cameras make
  /// a larger one.
  private static let tolerance = 0.02

  /// The bytes of the thumbnail, a JPEG file.
  let bytes: UnsafeRawBufferPointer

  /// Finds the thumbnail; nil if there is none in JPEG format.
  init?(exif: UnsafeRawBufferPointer) {
    guard let file = TIFFFile(exif: exif), let directory = file.secondDirectory,
      directory.short(Self.compression) == Self.jpegCompression,
      let offset = directory.integer(Self.offset), let length = directory.integer(Self.length),
      let bytes = file.field(at: offset, length: length), bytes.starts(with: [0xFF, 0xD8, 0xFF])
    else { return nil }
    self.bytes = bytes
  }

  /// Decodes it as a placeholder for a picture of this stored size; nil if the shapes differ.
  ///
  /// It is turned like the picture, whatever its own orientation. Without a profile of its own, it has the picture's
  /// colors, so that they don't change when the picture arrives.
  func preview(
    of picture: PixelSize, _ orientation: Orientation, colors: ColorTag, target: ImageTarget,
    isCancelled: () -> Bool
  ) throws(ImageDecodingError) -> ImagePreview? {
    var reader = try CodecRowReader(bytes, format: .jpeg, limits: Self.limits)
    reader.inheritedColors = colors
    guard reader.size.hasShape(of: picture, within: Self.tolerance) else { return nil }
    let stored = target.stored(in: orientation)
    let whole = Framing(picture, in: stored).result
    let image = try ImageDecoder.image(
      from: &reader, target: stored.shrunk(to: reader.size, for: picture), isCancelled: isCancelled)
    let turn = target.turn(from: orientation)
    return ImagePreview(image.oriented(by: turn), of: whole.oriented(by: turn))
  }
}

extension PixelSize {
  /// Whether two sizes have the same shape within a tolerance.
  func hasShape(of other: PixelSize, within tolerance: Double) -> Bool {
    let (one, two) = (Double(width * other.height), Double(other.width * height))
    return abs(one - two) <= tolerance * min(one, two)
  }
}
