import Raster

extension ImageDecoder {
  /// A picture for a target, and a smaller copy of the whole picture, which is upright.
  package struct Pair: Sendable {
    package fileprivate(set) var image: PixelImage
    /// The copy; nil if the class stores no copy of this picture.
    package fileprivate(set) var copy: PixelImage?
  }

  /// Decodes a picture once, for a target and, if there is a class, for a copy.
  ///
  /// The picture is the same as without a copy, unless the copy needs more of a JPEG than the target does.
  package func decode(
    _ bytes: UnsafeRawBufferPointer, target: ImageTarget, copy scale: ThumbnailScale?,
    limits: DecodeLimits, isCancelled: () -> Bool
  ) throws(ImageDecodingError) -> Pair {
    if isCancelled() { throw .cancelled }
    guard let format = ImageFormat(signatureOf: bytes) else { throw .unknownFormat }
    switch format {
    case .bmp:
      var reader = try BitmapReader(bytes, limits: limits)
      return try Self.pair(from: &reader, target, scale, isCancelled)
    case .portableMap:
      var reader = try PortableMapReader(bytes, limits: limits)
      return try Self.pair(from: &reader, target, scale, isCancelled)
    case .svg:
      // A drawing is not copied, because its pixels would be blurred in tiles of another size.
      return Pair(
        image: try drawing(bytes, target: target, limits: limits, isCancelled: isCancelled),
        copy: nil)
    case .raw:
      // Some raw files store the picture as rows, like any TIFF.
      if CameraFile(bytes)?.pictures.isEmpty == true,
        let pair = try? isolatedPair(bytes, .tiff, target, scale, limits, isCancelled)
      {
        return pair
      }
      if isCancelled() { throw .cancelled }
      var reader = try rawReader(bytes, for: target, copy: scale, limits: limits)
      return try Self.pair(from: &reader, target, scale, isCancelled)
    case .avif, .heic, .tiff:
      return try isolatedPair(bytes, format, target, scale, limits, isCancelled)
    case .jpeg, .png, .webp, .gif:
      var reader = try CodecRowReader(bytes, format: format, limits: limits)
      var pair = try Self.pair(from: &reader, target, scale, isCancelled)
      // The first frame may be complete when later ones are missing. A complete GIF ends with a terminator and the
      // trailer, so only other files are examined.
      let isWhole = format == .gif && bytes.suffix(2).elementsEqual([0x00, 0x3B])
      if !isWhole, AnimationOutline(bytes, limit: AnimationReader.maxFrames).endsEarly {
        pair.image.endsEarly = true
        pair.copy?.endsEarly = true
      }
      return pair
    }
  }

  /// Decodes a format whose library can't be limited in a process.
  private func isolatedPair(
    _ bytes: UnsafeRawBufferPointer, _ format: ImageFormat, _ target: ImageTarget,
    _ scale: ThumbnailScale?, _ limits: DecodeLimits, _ isCancelled: () -> Bool
  ) throws(ImageDecodingError) -> Pair {
    switch isolation {
    case nil: throw .notIsolated(format: format.rawValue)
    case .inProcess:
      var reader = try CodecRowReader(bytes, format: format, limits: limits)
      return try Self.pair(from: &reader, target, scale, isCancelled)
    case .child(let program):
      // A program that does not begin with `runIfAsked` would start itself again and again.
      if DecodingChild.isThisProcess { throw .notIsolated(format: format.rawValue) }
      var reader = try ChildRowReader(
        bytes, format: format, limits: limits, program: program, library: library,
        leastSeconds: leastSeconds, isCancelled: isCancelled)
      return try Self.pair(from: &reader, target, scale, isCancelled)
    }
  }

  private static func pair<Reader: RowReading & ~Copyable>(
    from reader: inout Reader, _ target: ImageTarget, _ scale: ThumbnailScale?,
    _ isCancelled: () -> Bool
  ) throws(ImageDecodingError) -> Pair {
    let orientation = reader.orientation
    let stored = target.stored(in: orientation)
    let framing = Framing(reader.wholeSize, in: stored)
    guard let size = scale?.size(of: reader.wholeSize), size.covers(framing.scaled),
      reader.size.covers(size)
    else {
      let image = try image(from: &reader, target: stored, isCancelled: isCancelled)
      return Pair(image: image.oriented(by: target.turn(from: orientation)), copy: nil)
    }
    let decoded = try reader.startRows(atLeast: size)
    var copy = AreaScaler(
      source: decoded, crop: PixelRect(x: 0, y: 0, size: decoded), target: size)
    if size == framing.result {
      try copy.takeRows(of: &reader, isCancelled: isCancelled)
      let image = finished(copy, reader).oriented(by: orientation)
      return Pair(image: image.oriented(by: target.turn), copy: image)
    }
    var scaler = AreaScaler(
      source: decoded, crop: framing.crop(of: decoded), target: framing.result)
    try scaler.takeRows(of: &reader, with: &copy, isCancelled: isCancelled)
    return Pair(
      image: finished(scaler, reader).oriented(by: target.turn(from: orientation)),
      copy: finished(copy, reader).oriented(by: orientation))
  }

  private static func finished<Reader: RowReading & ~Copyable>(
    _ scaler: AreaScaler, _ reader: borrowing Reader
  ) -> PixelImage {
    var image = reader.conversion.finished(scaler.image)
    if reader.lacksDetail { image.endsEarly = true }
    return image
  }
}

extension PixelSize {
  fileprivate func covers(_ other: PixelSize) -> Bool {
    width >= other.width && height >= other.height
  }
}
