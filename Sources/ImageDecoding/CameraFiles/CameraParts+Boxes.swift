import Raster

extension CameraParts {
  /// The UUID of Canon's boxes for metadata and the preview.
  private static let metadata: [UInt8] = [
    0x85, 0xC0, 0xB6, 0x87, 0x82, 0x0F, 0x11, 0xE0, 0x81, 0x11, 0xF4, 0xCE, 0x46, 0x2B, 0x6A, 0x48,
  ]
  private static let preview: [UInt8] = [
    0xEA, 0xF4, 0x2B, 0x5E, 0x1C, 0x98, 0x4B, 0x88, 0xB9, 0xFB, 0xB7, 0xDC, 0x40, 0x6E, 0x4D, 0x16,
  ]
  private static let deepest = 6

  /// Reads the boxes of a CR3; nil for another file.
  ///
  /// See ISO/IEC 14496-12, and Laurent Clévy's description of CR3.
  init?(boxesOf view: FileView) {
    guard view.field(at: 4, length: 8)?.elementsEqual("ftypcrx ".utf8) == true else { return nil }
    self.init()
    var boxes = BoxWalk(view)
    var track = Track()
    var details: TIFFDirectory?
    var directory: TIFFDirectory?
    boxes.visit(0..<view.count, depth: Self.deepest) { box in
      let content = box.content
      switch box.name {
      case "moov", "mdia", "minf", "stbl": return content
      case "trak":
        track = Track()
        return content
      case "uuid":
        guard let name = view.field(at: content.lowerBound, length: 16) else { return nil }
        // The preview's box begins with a count.
        if name.elementsEqual(Self.metadata) { return content.dropFirst(16) }
        return name.elementsEqual(Self.preview) ? content.dropFirst(24) : nil
      case "CMT1": directory = Self.directory(in: content, of: view)
      case "CMT2": details = Self.directory(in: content, of: view)
      case "THMB", "PRVW":
        let field = content.lowerBound + (box.name == "THMB" ? 8 : 12)
        add(
          at: content.lowerBound + 16, length: view.integer(at: field, length: 4, order: .bigEndian)
        )
      default:
        track.read(box, of: view)
        if let sample = track.takeSample() { add(at: sample.offset, length: sample.length) }
      }
      return nil
    }
    guard let directory else { return }
    orientation = Orientation(statedBy: directory) ?? .upright
    camera = CameraData(directory, details: details)
  }

  private static func directory(in content: Range<Int>, of view: FileView) -> TIFFDirectory? {
    view.part(at: content.lowerBound, length: content.count)
      .flatMap { TIFFFile($0) }?.firstDirectory
  }
}

/// The first sample of a track; its offset and length are in two boxes.
private struct Track {
  private var offset: Int?
  private var length: Int?

  mutating func read(_ box: Box, of view: FileView) {
    let start = box.content.lowerBound
    func number(_ place: Int) -> Int? {
      view.integer(at: start + place, length: 4, order: .bigEndian)
    }
    switch box.name {
    case "stsz":
      let common = number(4)
      length = common == 0 ? number(12) : common
    case "stco": offset = number(8)
    case "co64":
      // Files are shorter than 2^48 bytes.
      offset = view.integer(at: start + 10, length: 6, order: .bigEndian)
    default: break
    }
  }

  mutating func takeSample() -> (offset: Int, length: Int)? {
    guard let offset, let length else { return nil }
    self = Track()
    return (offset, length)
  }
}
