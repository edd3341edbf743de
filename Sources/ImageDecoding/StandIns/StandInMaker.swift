import Raster

/// Makes coarse pictures of a JPEG that cost far less than the whole does.
package struct StandInMaker {
  private let target: ImageTarget
  private let limits: DecodeLimits
  private let isHurried: Bool

  /// - Parameter isHurried: whether anything counts that comes much sooner than the picture.
  package init(target: ImageTarget, limits: DecodeLimits, isHurried: Bool) {
    self.target = target
    self.limits = limits
    self.isHurried = isHurried
  }

  /// Looks at the beginning of a file, and decodes the thumbnail that may be in it.
  ///
  /// Whatever is wrong with the file: the picture itself will say it.
  package func look(
    at beginning: UnsafeRawBufferPointer, isCancelled: () -> Bool
  ) -> StandInOutcome {
    guard let (header, size) = admit(beginning) else { return .nothing }
    let scaled = Framing(size, in: target.oriented(by: header.orientation)).scaled
    let plan = StandInPlan(
      size, scaled: scaled, isProgressive: header.isProgressive, isHurried: isHurried)
    if plan.triesThumbnail, let exif = header.exif, let thumbnail = EmbeddedThumbnail(exif: exif),
      let preview = try? thumbnail.preview(
        of: size, header.orientation, target: target, isCancelled: isCancelled)
    {
      return .preview(preview)
    }
    return plan.triesEighth ? .worthAnEighth : .nothing
  }

  /// Decodes a file at an eighth of its size, or smaller if that is enough.
  package func decodeEighth(
    of bytes: UnsafeRawBufferPointer, isCancelled: () -> Bool
  ) -> StandInOutcome {
    guard let (header, size) = admit(bytes) else { return .nothing }
    let eighth = PixelSize(width: (size.width + 7) / 8, height: (size.height + 7) / 8)
    let stored = target.oriented(by: header.orientation)
    let small = stored.shrunk(to: eighth, for: size).oriented(by: header.orientation)
    let image = try? ImageDecoder().decode(
      bytes, target: small, limits: limits, isCancelled: isCancelled)
    let whole = Framing(size, in: stored).result.oriented(by: header.orientation)
    return image.map { .preview(ImagePreview($0, of: whole)) } ?? .nothing
  }

  /// A JPEG that can be scaled; only what is decoded of it counts as pixels.
  private func admit(
    _ bytes: UnsafeRawBufferPointer
  ) -> (header: JPEGHeader, size: PixelSize)? {
    let sides = DecodeLimits(maxPixels: .max, maxDimension: limits.maxDimension)
    guard let header = JPEGHeader(bytes), let size = header.size,
      (try? sides.admit(size, format: .jpeg)) != nil
    else { return nil }
    return (header, size)
  }
}

extension JPEGHeader {
  fileprivate var orientation: ExifOrientation {
    exif.map { ExifOrientation(exif: $0) } ?? .upright
  }
}
