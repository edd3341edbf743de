extension ImageDecoder {
  /// The number of first bytes that tell whether a file may be shown without reading all of it.
  package static let signatureLength = 16

  /// Whether a file may be a camera's raw file, of which a small part is shown.
  package static func mayBeRaw(_ firstBytes: UnsafeRawBufferPointer) -> Bool {
    CameraFile.mayBegin(with: firstBytes)
  }

  /// Finds the part of a camera's raw file that ``decode(_:target:limits:isCancelled:)`` reads beside what it says of itself.
  ///
  /// - Parameters:
  ///   - bytes: room for the whole file.
  ///   - scale: the class of the copy that is made too, if any.
  ///   - load: brings bytes of the file to their places.
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
