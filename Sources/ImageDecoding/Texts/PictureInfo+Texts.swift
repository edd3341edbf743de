import Raster

extension PictureInfo {
  /// Reads the texts of a file and the displayed size of its picture, from those of its parts that have them.
  ///
  /// - Parameters:
  ///   - file: memory for the whole file, valid during the call.
  ///   - load: fills a part of the memory; nil if all of it is filled.
  /// - Complexity: O(headers and texts), some of which may be far into the file.
  package init(
    textsIn file: UnsafeRawBufferPointer, load: ((Range<Int>) -> Void)? = nil
  ) {
    let view = FileView(file, load: load)
    var size: PixelSize?
    var collection = TextCollection()
    let beginning = view.field(at: 0, length: min(file.count, SVGHeader.maxBytes))
    if CameraFile.mayBegin(with: file), let camera = CameraFile(view) {
      size = camera.seenSize
      collection.add(exif: TIFFFile(view))
    } else if let beginning, let format = ImageFormat(signatureOf: beginning) {
      size = collection.add(format, view, beginning)
    }
    self.init(size: size)
    texts = collection.texts
  }
}

extension TextCollection {
  /// Adds the texts of a file of a known format, and returns the displayed size of its picture.
  fileprivate mutating func add(
    _ format: ImageFormat, _ view: FileView, _ beginning: UnsafeRawBufferPointer
  ) -> PixelSize? {
    switch format {
    case .jpeg:
      let header = JPEGHeader(view) { add(segment: $0, $1) }
      let orientation = header?.exif.map { Orientation(exif: $0) }
      return header?.size?.oriented(by: orientation ?? .upright)
    case .png:
      let exif = ExifChunk.find(inPNG: view.field)
      exif?.withUnsafeBytes { add(exif: TIFFFile(exif: $0)) }
      add(png: view)
      guard let width = view.integer(at: 16, length: 4, order: .bigEndian),
        let height = view.integer(at: 20, length: 4, order: .bigEndian), min(width, height) > 0
      else { return nil }
      let orientation = exif?.withUnsafeBytes { Orientation(exif: $0) } ?? .upright
      return PixelSize(width: width, height: height).oriented(by: orientation)
    case .webp:
      add(webP: view)
      let exif = ExifChunk.find(inWebP: view.field)
      let orientation = exif?.withUnsafeBytes { Orientation(exif: $0) } ?? .upright
      return Self.size(webP: beginning)?.oriented(by: orientation)
    case .gif:
      add(gif: view)
      guard let width = view.integer(at: 6, length: 2, order: .littleEndian),
        let height = view.integer(at: 8, length: 2, order: .littleEndian), min(width, height) > 0
      else { return nil }
      return PixelSize(width: width, height: height)
    case .tiff:
      guard let directory = TIFFFile(view)?.firstDirectory else { return nil }
      add(exif: TIFFFile(view))
      if let packet = directory.content(0x02BC, limit: Self.maxStoredBytes) { add(xmp: packet) }
      guard let width = directory.integer(0x0100), let height = directory.integer(0x0101),
        min(width, height) > 0
      else { return nil }
      return PixelSize(width: width, height: height)
        .oriented(by: Orientation(statedBy: directory) ?? .upright)
    case .avif, .heic:
      guard let file = HEIFFile(view) else { return nil }
      if let exif = file.exif { add(exif: TIFFFile(exif: exif)) }
      if let packet = file.mime { add(xmp: packet) }
      return file.size.oriented(by: file.orientation)
    case .bmp, .portableMap, .raw, .svg:
      return (try? ImageMetadata(of: beginning, mostFrames: 1))?.size
    }
  }

  /// The size as stored, from the first chunk of a WebP (WebP Container Specification; RFC 6386, 9.1).
  private static func size(webP file: UnsafeRawBufferPointer) -> PixelSize? {
    guard let kind = file.field(at: 12, length: 4) else { return nil }
    if kind.elementsEqual("VP8X".utf8), let width = file.integer(at: 24, length: 3),
      let height = file.integer(at: 27, length: 3)
    {
      return PixelSize(width: width + 1, height: height + 1)
    }
    if kind.elementsEqual("VP8L".utf8), let bits = file.integer(at: 21, length: 4) {
      return PixelSize(width: bits & 0x3FFF + 1, height: bits >> 14 & 0x3FFF + 1)
    }
    guard kind.elementsEqual("VP8 ".utf8), let width = file.integer(at: 26, length: 2),
      let height = file.integer(at: 28, length: 2), min(width & 0x3FFF, height & 0x3FFF) > 0
    else { return nil }
    return PixelSize(width: width & 0x3FFF, height: height & 0x3FFF)
  }
}
