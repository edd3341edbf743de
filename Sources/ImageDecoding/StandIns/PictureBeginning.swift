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
  /// The first scans are a smaller part of a file: of photographs, 4 to 20 %.
  private static let longestFirstScan = 0.2
  /// The tables and the header of the first scan behind the last of a camera's fields; a profile may be among them.
  private static let headerBytes = 4 << 10
  /// A header that is longer is not waited for.
  private static let mostHeaderBytes = 160 << 10

  /// Examines the beginning of a file for a part that shows as much as the whole would.
  ///
  /// The first scans of a progressive picture do, if they have the means of all components. The target then shows an
  /// eighth of its size or less. An embedded thumbnail never does: a program that edits a picture may leave the old one.
  ///
  /// - Parameter whole: the size of the file.
  package func beginning(
    _ bytes: UnsafeRawBufferPointer, of whole: Int, isCancelled: () -> Bool
  ) -> PictureBeginning {
    guard let outline = JPEGOutline(bytes) else { return .needsWhole }
    guard let headerEnd = outline.headerEnd else {
      let needed = outline.nextPart + Self.headerBytes
      return bytes.count < needed && needed < min(whole, Self.mostHeaderBytes)
        ? .needs(bytes: needed) : .needsWhole
    }
    guard outline.hasMeans, showsMeans(bytes) else { return .needsWhole }
    if let end = outline.meansEnd {
      let image = means(bytes[..<end], isCancelled: isCancelled)
      return image.map { .shows($0, bytes: end) } ?? .needsWhole
    }
    let needed = headerEnd + Int(Double(whole) * Self.longestFirstScan)
    return bytes.count < needed && needed < whole ? .needs(bytes: needed) : .needsWhole
  }

  /// How many bytes of a whole file show all that its target shows; nil if it takes all of them.
  package func neededBytes(of file: UnsafeRawBufferPointer) -> Int? {
    guard let outline = JPEGOutline(file) else { return nil }
    return outline.hasMeans && showsMeans(file) ? outline.meansEnd : nil
  }

  /// Whether the target has no more pixels than a picture has blocks.
  private func showsMeans(_ bytes: UnsafeRawBufferPointer) -> Bool {
    guard let (header, size) = admit(bytes), header.isUsual else { return false }
    let scaled = Framing(size, in: target.oriented(by: header.orientation)).scaled
    return scaled.width * 8 <= size.width && scaled.height * 8 <= size.height
  }

  /// Decodes a file that ends behind some of its scans.
  private func means(
    _ beginning: Slice<UnsafeRawBufferPointer>, isCancelled: () -> Bool
  ) -> PixelImage? {
    let file = Array(beginning) + [0xFF, 0xD9]
    let image = file.withUnsafeBytes { file in
      try? ImageDecoder().decode(file, target: target, limits: limits, isCancelled: isCancelled)
    }
    return image.flatMap { $0.endsEarly ? nil : $0 }
  }
}
