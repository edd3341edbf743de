import Raster

/// What the beginning of a file shows of its picture.
package enum PictureBeginning: Sendable {
  /// All that its target shows of the whole, from this many bytes.
  case shows(PixelImage, bytes: Int)
  /// This many bytes are likely to show it.
  case needs(bytes: Int)
  /// Nothing less than the whole shows it.
  case needsWhole
}

extension StandInMaker {
  /// A first scan is a smaller part of its file: of photographs, 4 to 20 %.
  private static let longestFirstScan = 0.2
  /// The tables and the frame's header behind the last of a camera's fields; a profile may be among them.
  private static let headerBytes = 4 << 10
  /// A header that is longer is not waited for.
  private static let mostHeaderBytes = 160 << 10

  /// Examines the beginning of a file for a part that shows as much as the whole would.
  ///
  /// A thumbnail with the target's pixels does. So do the first scans of a progressive picture that is shown at an
  /// eighth of its size or less.
  ///
  /// - Parameter whole: the size of the file.
  package func beginning(
    _ bytes: UnsafeRawBufferPointer, of whole: Int, isCancelled: () -> Bool
  ) -> PictureBeginning {
    guard let outline = JPEGOutline(bytes) else { return .needsWhole }
    guard let headerEnd = outline.headerEnd, let (header, size) = admit(bytes) else {
      let needed = outline.nextPart + Self.headerBytes
      return bytes.count < needed && needed < min(whole, Self.mostHeaderBytes)
        ? .needs(bytes: needed) : .needsWhole
    }
    if size.area >= StandInPlan.leastPixels,
      case .preview(let preview) = look(at: bytes, isCancelled: isCancelled),
      preview.image.size == preview.size, !preview.image.endsEarly
    {
      return .shows(preview.image, bytes: headerEnd)
    }
    let scaled = Framing(size, in: target.oriented(by: header.orientation)).scaled
    guard header.isProgressive, header.isUsual, scaled.width * 8 <= size.width,
      scaled.height * 8 <= size.height
    else { return .needsWhole }
    if let end = outline.meansEnd {
      let image = means(bytes[..<end], isCancelled: isCancelled)
      return image.map { .shows($0, bytes: end) } ?? .needsWhole
    }
    let needed = headerEnd + Int(Double(whole) * Self.longestFirstScan)
    return bytes.count < needed ? .needs(bytes: needed) : .needsWhole
  }

  /// Decodes a file that ends behind some of its scans.
  private func means(
    _ beginning: Slice<UnsafeRawBufferPointer>, isCancelled: () -> Bool
  ) -> PixelImage? {
    let file = Array(beginning) + [0xFF, 0xD9]
    return file.withUnsafeBytes { file in
      try? ImageDecoder().decode(file, target: target, limits: limits, isCancelled: isCancelled)
    }
  }
}
