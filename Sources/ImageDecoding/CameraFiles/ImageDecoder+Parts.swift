extension ImageDecoder {
  /// The number of first bytes that tell whether a file can be displayed without reading all of it.
  package static let signatureLength = 16

  /// Whether a file may be a camera's raw file, of which only a small part is displayed.
  package static func mayBeRaw(_ firstBytes: UnsafeRawBufferPointer) -> Bool {
    CameraFile.mayBegin(with: firstBytes)
  }

  /// Finds the part of a raw file that ``decode(_:target:limits:isCancelled:)`` reads besides the metadata.
  ///
  /// - Parameters:
  ///   - bytes: a buffer for the whole file.
  ///   - scale: the class of an additional copy, if any.
  ///   - load: loads a range of the file into the buffer.
  /// - Returns: nil for another file, and for one without a picture.
  package func rawPart(
    of bytes: UnsafeRawBufferPointer, for target: ImageTarget, copy scale: ThumbnailScale?,
    load: @escaping (Range<Int>) -> Void
  ) -> Range<Int>? {
    guard let file = CameraFile(FileView(bytes, load: load)) else { return nil }
    let picture = takesLargest ? file.pictures.last : file.picture(for: target, copy: scale)
    return picture?.range
  }
}
