import Raster

extension Orientation {
  private static let tag = 0x0112

  /// Reads the orientation from an EXIF block.
  ///
  /// A missing, truncated or invalid value means upright.
  init(exif: UnsafeRawBufferPointer) {
    self = TIFFFile(exif: exif)?.firstDirectory.flatMap(Orientation.init(statedBy:)) ?? .upright
  }

  /// Reads the orientation in a directory; nil if there is none.
  ///
  /// Some programs write it as one or four bytes instead of two.
  init?(statedBy directory: TIFFDirectory) {
    guard let value = directory.integer(Self.tag).flatMap(UInt16.init(exactly:)),
      let stated = Orientation(rawValue: value)
    else { return nil }
    self = stated
  }
}
