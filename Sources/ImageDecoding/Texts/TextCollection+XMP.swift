extension TextCollection {
  private static let properties = [
    "dc:title": "title", "dc:description": "caption", "dc:subject": "keywords",
    "photoshop:Headline": "headline", "exif:UserComment": "comment",
  ]
  /// The most tags and texts of a packet that are read.
  private static let maxParts = 20_000

  /// Adds the title, caption, keywords, headline and comment of an XMP packet in UTF-8 (ISO 16684-1).
  ///
  /// Properties have the usual prefixes, and are elements or attributes.
  mutating func add(xmp packet: UnsafeRawBufferPointer) {
    var reader = TagReader(packet)
    var depth = 0
    var property: (name: String, depth: Int)?
    var (values, text): ([String], String) = ([], "")
    for _ in 0..<Self.maxParts {
      switch reader.nextPart() {
      case .start(let name):
        depth += 1
        text = ""
        if property == nil, let kind = Self.properties[name] { property = (kind, depth) }
        while name == "rdf:Description", let (name, value) = reader.nextAttribute() {
          if let kind = Self.properties[name] { add(kind, value.withoutEntities) }
        }
      case .text(let part): if property != nil { text += part }
      case .end:
        let value = text.withoutEntities
        if property != nil, value.contains(where: { !$0.isWhitespace }) { values.append(value) }
        text = ""
        if let (name, start) = property, start == depth {
          if name == "keywords" { values = [values.joined(separator: ", ")] }
          for value in values { add(name, value) }
          (property, values) = (nil, [])
        }
        depth -= 1
      case nil: return
      }
    }
  }
}

extension String {
  /// The text with characters in place of XML's references to them.
  fileprivate var withoutEntities: String {
    guard contains("&") else { return self }
    var text = ""
    var rest = self[...]
    while let start = rest.firstIndex(of: "&") {
      text += rest[..<start]
      rest = rest[start...]
      guard let end = rest.prefix(12).firstIndex(of: ";"),
        let character = rest[rest.index(after: start)..<end].referencedCharacter
      else {
        text += "&"
        rest = rest.dropFirst()
        continue
      }
      text.append(character)
      rest = rest[rest.index(after: end)...]
    }
    return text + rest
  }
}

extension Substring {
  /// The character of a reference's name or number.
  fileprivate var referencedCharacter: Character? {
    switch self {
    case "lt": return "<"
    case "gt": return ">"
    case "amp": return "&"
    case "quot": return "\""
    case "apos": return "'"
    default:
      let number =
        hasPrefix("#x")
        ? UInt32(dropFirst(2), radix: 16)
        : hasPrefix("#") ? UInt32(dropFirst()) : nil
      return number.flatMap { Unicode.Scalar($0) }.map { Character($0) }
    }
  }
}
