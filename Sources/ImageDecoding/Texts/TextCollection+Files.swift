import CImageRows
import Raster

extension TextCollection {
  /// Adds the comments, EXIF, IPTC and XMP of one segment of a JPEG.
  mutating func add(segment marker: UInt8, _ content: UnsafeRawBufferPointer) {
    let xmpName = "http://ns.adobe.com/xap/1.0/\0"
    switch marker {
    case 0xE1 where content.starts(with: "Exif\0\0".utf8): add(exif: TIFFFile(exif: content))
    case 0xE1 where content.starts(with: xmpName.utf8):
      add(xmp: content.dropped(xmpName.utf8.count))
    case 0xED where content.starts(with: "Photoshop 3.0\0".utf8):
      add(resources: content.dropped(14))
    case 0xFE: add("comment", content)
    default: break
    }
  }

  /// Adds the texts and the XMP of a PNG (PNG specification, third edition, 11.3.3).
  mutating func add(png view: FileView) {
    // The editor's graph has the prompts of the other one again, among many other texts.
    var graph: String?
    for chunk in ChunkWalk(png: view.field) where chunk.length <= Self.maxStoredBytes {
      guard let encoding = PNGText.Encoding(chunk),
        let content = view.field(at: chunk.start, length: chunk.length),
        let text = PNGText(content, encoding)
      else { continue }
      switch text.keyword {
      case "XML:com.adobe.xmp": text.bytes.withUnsafeBytes { add(xmp: $0) }
      case "workflow": graph = String(utf8OrLatin1: text.bytes)
      case let keyword where keyword.isForPeople: add(keyword.kind, text.bytes)
      default: break
      }
    }
    if let graph, !texts.contains(where: { $0.name == GenerationPrompts.positiveName }) {
      add("workflow", graph)
    }
  }

  /// Adds the EXIF and the XMP of a WebP.
  mutating func add(webP view: FileView) {
    for chunk in ChunkWalk(webP: view.field) where chunk.length <= Self.maxStoredBytes {
      let (isExif, isXMP) = (chunk.isOf("EXIF"), chunk.isOf("XMP "))
      guard isExif || isXMP, let content = view.field(at: chunk.start, length: chunk.length) else {
        continue
      }
      if isExif { add(exif: TIFFFile(exif: content)) } else { add(xmp: content) }
    }
  }

  /// Adds the comments of a GIF (GIF89a specification, 24), among its first thousands of blocks.
  mutating func add(gif view: FileView) {
    guard let flags = view.integer(at: 10, length: 1, order: .littleEndian) else { return }
    func tableLength(_ flags: Int) -> Int { flags & 0x80 == 0 ? 0 : 3 << (flags & 7 + 1) }
    var place = 13 + tableLength(flags)
    var blocksLeft = 4_096
    while blocksLeft > 0, let kind = view.integer(at: place, length: 1, order: .littleEndian) {
      var isComment = false
      switch kind {
      case 0x21:
        isComment = view.integer(at: place + 1, length: 1, order: .littleEndian) == 0xFE
        place += 2
      case 0x2C:
        guard let flags = view.integer(at: place + 9, length: 1, order: .littleEndian) else {
          return
        }
        // The data begins with the size of its codes.
        place += 10 + tableLength(flags) + 1
      default: return
      }
      var comment: [UInt8] = []
      while blocksLeft > 0, let length = view.integer(at: place, length: 1, order: .littleEndian) {
        blocksLeft -= 1
        place += 1 + length
        if length == 0 { break }
        if isComment, let content = view.field(at: place - length, length: length) {
          comment += content
        }
      }
      if isComment { add("comment", comment) }
    }
  }
}

extension UnsafeRawBufferPointer {
  /// The bytes after the first ones.
  fileprivate func dropped(_ count: Int) -> UnsafeRawBufferPointer {
    UnsafeRawBufferPointer(rebasing: dropFirst(count))
  }
}

extension String {
  /// Whether a PNG's keyword is not one of those that programs write for programs.
  fileprivate var isForPeople: Bool {
    let others = ["Software", "Creation Time", "create-date", "modify-date"]
    // A profile is EXIF or IPTC in digits; ImageMagick has names such as `date:create`.
    return !contains(":") && !hasPrefix("Raw profile type") && !others.contains(self)
  }

  /// The kind of text of a PNG's keyword, which is the same as in other formats.
  fileprivate var kind: String {
    switch self {
    case "Description": "caption"
    case "Title", "Comment", "Author", "Copyright": lowercased()
    default: self
    }
  }
}

/// A text of a PNG, with its keyword.
private struct PNGText {
  /// How a text is stored, by the type of its chunk.
  enum Encoding {
    case plain
    case compressed
    case international

    init?(_ chunk: ChunkWalk.Chunk) {
      if chunk.isOf("tEXt") {
        self = .plain
      } else if chunk.isOf("zTXt") {
        self = .compressed
      } else if chunk.isOf("iTXt") {
        self = .international
      } else {
        return nil
      }
    }
  }

  let keyword: String
  let bytes: [UInt8]

  init?(_ content: UnsafeRawBufferPointer, _ encoding: Encoding) {
    guard let keywordEnd = content.prefix(80).firstIndex(of: 0) else { return nil }
    keyword = String(utf8OrLatin1: content[..<keywordEnd])
    var rest = content[(keywordEnd + 1)...]
    switch encoding {
    case .plain: bytes = Array(rest)
    case .compressed: bytes = Self.inflated(rest.dropFirst())
    case .international:
      let isCompressed = rest.first == 1
      // The method, the language and the translated keyword come first.
      rest = rest.dropFirst(2)
      for _ in 0..<2 {
        guard let end = rest.firstIndex(of: 0) else { return nil }
        rest = rest[(end + 1)...]
      }
      bytes = isCompressed ? Self.inflated(rest) : Array(rest)
    }
  }

  private static func inflated(_ packed: Slice<UnsafeRawBufferPointer>) -> [UInt8] {
    let packed = UnsafeRawBufferPointer(rebasing: packed)
    // Deflate makes a text at most about 1,030 times smaller.
    let most = min(TextCollection.maxStoredBytes, packed.count * 1_040)
    return [UInt8](unsafeUninitializedCapacity: most) { text, count in
      count = image_inflate(
        packed.bindMemory(to: UInt8.self).baseAddress, packed.count, text.baseAddress, text.count)
    }
  }
}
