import Raster

/// Decodes the thumbnail in a JPEG, to show before the picture.
///
/// That takes 0.2 ms for any picture. One of 12 megapixels takes 15 to 76 ms, or 170 if it is progressive; one of
/// 1600x1200 takes 3 to 15.
package struct StandInMaker {
  /// Pictures with fewer pixels are decoded within a frame, unless they wait for their turn.
  private static let slowPixels = 8_000_000
  /// Pictures with fewer pixels are decoded before anything else would be noticed.
  private static let leastPixels = 1_000_000

  private let target: ImageTarget
  private let limits: DecodeLimits
  private let isHurried: Bool

  /// - Parameter isHurried: whether the picture waits for its turn or will soon leave the screen.
  package init(target: ImageTarget, limits: DecodeLimits, isHurried: Bool) {
    self.target = target
    self.limits = limits
    self.isHurried = isHurried
  }

  /// Finds the thumbnail in the beginning of a file; nil if there is none, or if it is not worth showing.
  ///
  /// Errors in the file are ignored, because the picture itself will report them.
  package func look(
    at beginning: UnsafeRawBufferPointer, isCancelled: () -> Bool
  ) -> ImagePreview? {
    guard let (header, size) = admit(beginning),
      size.area >= (isHurried ? Self.leastPixels : Self.slowPixels),
      let exif = header.exif, let thumbnail = EmbeddedThumbnail(exif: exif)
    else { return nil }
    return try? thumbnail.preview(
      of: size, header.orientation, colors: colors(in: beginning), target: target,
      isCancelled: isCancelled)
  }

  /// The colors for a thumbnail without its own: the picture's, if the beginning contains them.
  ///
  /// A picture in inks has a thumbnail in RGB, to which its profile does not apply.
  private func colors(in beginning: UnsafeRawBufferPointer) -> ColorTag {
    guard let picture = try? CodecRowReader(beginning, format: .jpeg, limits: limits) else {
      return .sRGB
    }
    if case .profile(_, .inks) = picture.colors { return .sRGB }
    return picture.colors
  }

  /// Checks that a JPEG can be scaled; only its decoded pixels count.
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
  var orientation: Orientation {
    exif.map { Orientation(exif: $0) } ?? .upright
  }
}
