extension CameraData {
  /// When the picture of a file was taken, by the camera's clock: `2021-07-04 12:34:56`.
  ///
  /// - Parameter beginning: the first bytes of a file; EXIF of at most 64 KB stands within 70,000.
  /// - Returns: nil if the camera noted no date, or if it is not within these bytes.
  package static func dateTaken(inFile beginning: UnsafeRawBufferPointer) -> String? {
    if let header = JPEGHeader(beginning) {
      return header.exif.flatMap { CameraData(exif: $0)?.dateTaken }
    }
    if let file = CameraFile(beginning) { return file.camera?.dateTaken }
    return (try? ImageMetadata(of: beginning, mostFrames: 1))?.camera?.dateTaken
  }
}
