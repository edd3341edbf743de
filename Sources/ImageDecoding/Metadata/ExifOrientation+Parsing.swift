extension ExifOrientation {
  private static let tag = 0x0112

  /// Reads the orientation from an EXIF block.
  ///
  /// Whatever is missing, cut off or nonsense means upright.
  init(exif: UnsafeRawBufferPointer) {
    let value = TIFFFile(exif: exif)?.firstDirectory?.short(Self.tag)
    self = value.flatMap(ExifOrientation.init(rawValue:)) ?? .upright
  }
}
