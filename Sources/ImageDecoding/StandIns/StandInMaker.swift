import Raster

/// Makes coarse pictures of a JPEG for far less than the cost of the whole picture.
package struct StandInMaker {
  private let target: ImageTarget
  private let limits: DecodeLimits
  private let isHurried: Bool

  /// - Parameter isHurried: whether any picture that arrives much earlier than the whole one is
  ///   useful.
  package init(target: ImageTarget, limits: DecodeLimits, isHurried: Bool) {
    self.target = target
    self.limits = limits
    self.isHurried = isHurried
  }

  /// Examines the beginning of a file, and decodes its embedded thumbnail.
  ///
  /// Errors in the file are ignored, because the picture itself will report them.
  package func look(
    at beginning: UnsafeRawBufferPointer, isCancelled: () -> Bool
  ) -> StandInOutcome {
    guard let (header, size) = admit(beginning) else { return .nothing }
    let scaled = Framing(size, in: target.oriented(by: header.orientation)).scaled
    let plan = StandInPlan(
      size, scaled: scaled, isProgressive: header.isProgressive, isHurried: isHurried)
    if plan.triesThumbnail, let exif = header.exif, let thumbnail = EmbeddedThumbnail(exif: exif),
      let preview = try? thumbnail.preview(
        of: size, header.orientation, colors: colors(in: beginning), target: target,
        isCancelled: isCancelled)
    {
      return .preview(preview)
    }
    return plan.triesEighth ? .worthAnEighth : .nothing
  }

  /// Decodes a file at an eighth of its size, or smaller if that suffices.
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
  var orientation: ExifOrientation {
    exif.map { ExifOrientation(exif: $0) } ?? .upright
  }
}

/// The result of an attempt to show something before the picture.
package enum StandInOutcome: Sendable {
  case preview(ImagePreview)
  /// There is no thumbnail, but the picture at an eighth of its size would arrive much earlier.
  case worthAnEighth
  case nothing
}

/// Decides which coarse picture of a JPEG is worth making before the whole one, if any.
///
/// The decision is by processor time, measured on pictures with the statistics of photographs. The
/// thumbnail in the EXIF block takes 0.2 ms for any picture.
///
/// A picture of 12 megapixels takes 15 to 24 ms at an eighth of its size and 19 to 29 at a quarter.
/// It takes 28 to 36 ms at a half and 69 to 76 in full. If it is progressive, it takes 25 ms at an
/// eighth and 100 to 170 above. One of 1600x1200 takes 3.3, 4.0, 5.6 and 10 to 15.
struct StandInPlan {
  /// Pictures with fewer pixels are decoded within a frame, unless they wait for their turn.
  static let slowPixels = 8_000_000
  /// Pictures with fewer pixels are decoded before anything else would be noticed.
  static let leastPixels = 1_000_000
  /// With fewer pixels, an eighth arrives hardly earlier than the whole picture.
  static let leastPixelsForEighth = 4_000_000

  /// Whether to try the thumbnail in the file.
  let triesThumbnail: Bool
  /// Whether to try the picture at an eighth of its size if there is no thumbnail.
  ///
  /// At a quarter and at a half, a baseline picture costs only 1.2 to 1.8 times as much:
  /// every size requires entropy decoding of all data.
  let triesEighth: Bool

  /// - Parameters:
  ///   - size: the size of the picture as stored.
  ///   - scaled: the size of the result.
  ///   - isHurried: whether it waits for its turn or will soon leave the screen.
  init(_ size: PixelSize, scaled: PixelSize, isProgressive: Bool, isHurried: Bool) {
    triesThumbnail = size.area >= (isHurried ? Self.leastPixels : Self.slowPixels)
    func reaches(_ scale: Int) -> Bool {
      scaled.width * 8 <= size.width * scale && scaled.height * 8 <= size.height * scale
    }
    triesEighth =
      isHurried && size.area >= Self.leastPixelsForEighth && !reaches(isProgressive ? 1 : 4)
  }
}
