extension CameraData {
  /// The date and time of a file's picture by the camera's clock: `2021-07-04 12:34:56`.
  ///
  /// - Parameters:
  ///   - beginning: the first bytes of a file.
  ///   - field: returns a range of the file, valid until the next call; nil outside the file. A JPEG may have other
  ///     segments before its EXIF; a PNG and a WebP may have it after the pixels.
  /// - Returns: nil if the camera recorded no date, or if it was not found.
  package static func dateTaken(
    inFile beginning: UnsafeRawBufferPointer,
    field: (_ offset: Int, _ length: Int) -> UnsafeRawBufferPointer?
  ) -> String? {
    if let file = CameraFile(beginning) { return file.camera?.dateTaken }
    switch ImageFormat(signatureOf: beginning) {
    case .jpeg: return dateTaken(inExif: ExifChunk.find(inJPEG: field))
    case .png: return dateTaken(inExif: ExifChunk.find(inPNG: field))
    case .webp: return dateTaken(inExif: ExifChunk.find(inWebP: field))
    default: return (try? ImageMetadata(of: beginning, mostFrames: 1))?.camera?.dateTaken
    }
  }

  private static func dateTaken(inExif block: [UInt8]?) -> String? {
    block.flatMap { block in block.withUnsafeBytes { CameraData(exif: $0)?.dateTaken } }
  }
}
