import Raster

/// A camera's raw file, displayed by its embedded JPEGs.
///
/// CR2, NEF, ARW, DNG, ORF and RW2 consist of TIFF directories; RAF and CR3 don't. Offsets and lengths in the file are
/// untrusted: parts outside the file are ignored. It borrows the file's bytes, which must outlive it.
struct CameraFile {
  /// The tolerance for the shape of a smaller picture relative to the largest; black edges differ more.
  private static let tolerance = 0.02
  /// The most pictures examined; cameras write up to four.
  private static let mostPictures = 16

  /// The pictures, smallest first, all of the largest one's shape.
  let pictures: [EmbeddedJPEG]
  let camera: CameraData?
  /// Whether only EXIF marks the colors as Adobe RGB.
  let isAdobeRGB: Bool

  /// Finds pictures in a whole file, or in its beginning; nil for another format.
  init?(_ bytes: UnsafeRawBufferPointer) { self.init(FileView(bytes)) }

  /// Finds pictures in a file that is loaded on demand; nil for another format.
  init?(_ view: FileView) {
    let parts = CameraParts(directoriesOf: view) ?? CameraParts(boxesOf: view)
    guard let parts = parts ?? CameraParts(headerOf: view) else { return nil }
    let found = parts.places.prefix(Self.mostPictures).compactMap { place in
      EmbeddedJPEG(
        in: view, at: place.offset, length: place.length, orientation: parts.orientation)
    }.sorted { $0.size.area < $1.size.area }
    pictures = found.filter { picture in
      found.last.map { picture.seenSize.hasShape(of: $0.seenSize, within: Self.tolerance) } == true
    }
    camera = parts.camera ?? found.last?.exif.flatMap { CameraData(exif: $0) }
    isAdobeRGB = parts.isAdobeRGB
  }

  /// Whether a file may be a camera's, by its first bytes.
  static func mayBegin(with bytes: UnsafeRawBufferPointer) -> Bool {
    let starts = ["II*\0", "MM\0*", "IIRO", "IIRS", "MMOR", "IIU\0", CameraParts.header]
    return starts.contains { bytes.starts(with: $0.utf8) }
      || bytes.dropFirst(4).starts(with: "ftypcrx ".utf8)
  }

  /// The displayed size of the largest picture; nil if there is none.
  var seenSize: PixelSize? { pictures.last?.seenSize }

  /// The smallest picture with all visible detail for a target, and enough for a copy of a class.
  func picture(for target: ImageTarget, copy scale: ThumbnailScale?) -> EmbeddedJPEG? {
    guard let largest = pictures.last else { return nil }
    let size = largest.seenSize
    let shown = Framing(size, in: target.upright).scaled
    let copy = scale?.size(of: size) ?? shown
    return pictures.first { picture in
      let seen = picture.seenSize
      return seen.width >= max(shown.width, copy.width)
        && seen.height >= max(shown.height, copy.height)
    } ?? largest
  }

  /// The rows of an embedded picture.
  func rows(
    of picture: EmbeddedJPEG?, limits: DecodeLimits
  ) throws(ImageDecodingError) -> CodecRowReader {
    guard let picture, let largest = seenSize else {
      throw .corrupt(format: ImageFormat.raw.rawValue, reason: "it has no JPEG to show")
    }
    var reader = try CodecRowReader(
      picture.bytes, format: .jpeg, orientation: picture.orientation,
      standingFor: largest.oriented(by: picture.orientation), limits: limits)
    if isAdobeRGB { reader.inheritedColors = .adobeRGB }
    return reader
  }
}
