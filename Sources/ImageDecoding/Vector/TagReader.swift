/// Reads an XML file: its root element and the root's attributes, or all of its tags and texts.
///
/// Each byte is read once. A truncated file ends the reading.
struct TagReader {
  /// A part of a document; an element without content has a start and an end, too.
  enum Part: Equatable {
    case start(String)
    case end
    case text(String)
  }

  private let bytes: UnsafeRawBufferPointer
  private var place = 0
  /// Whether the attributes of an element come next.
  private var isInTag = false

  init(_ bytes: UnsafeRawBufferPointer) {
    self.bytes = bytes
    if bytes.starts(with: [0xEF, 0xBB, 0xBF]) { place = 3 }
  }

  /// Skips declarations, comments and the document type, and returns whether the root has this
  /// name.
  mutating func goToRoot(named root: String) -> Bool {
    while true {
      passSpace()
      guard skip("<") else { return false }
      if skip("?") {
        guard pass("?>") else { return false }
      } else if skip("!--") {
        guard pass("-->") else { return false }
      } else if skip("!DOCTYPE") {
        guard passDocumentType() else { return false }
      } else {
        return name().split(separator: ":").last.map { $0 == root } ?? false
      }
    }
  }

  /// The next tag or text; nil at the end of the document, and where it is malformed.
  ///
  /// The attributes of an element can be read after its start.
  mutating func nextPart() -> Part? {
    if isInTag {
      while nextAttribute() != nil {}
      isInTag = false
      if skip("/>") { return .end }
      guard skip(">") else { return nil }
    }
    while place < bytes.count {
      if skip("<![CDATA[") {
        let start = place
        guard pass("]]>") else { return nil }
        return .text(text(start..<place - 3))
      } else if skip("<!--") {
        guard pass("-->") else { return nil }
      } else if skip("<?") {
        guard pass("?>") else { return nil }
      } else if skip("</") {
        while let byte = current, byte != UInt8(ascii: ">") { place += 1 }
        return skip(">") ? .end : nil
      } else if skip("<") {
        let name = name()
        isInTag = true
        return name.isEmpty ? nil : .start(name)
      } else {
        let start = place
        while let byte = current, byte != UInt8(ascii: "<") { place += 1 }
        return .text(text(start..<place))
      }
    }
    return nil
  }

  /// The next attribute of an element; nil after the last.
  mutating func nextAttribute() -> (name: String, value: String)? {
    passSpace()
    let name = name()
    passSpace()
    guard !name.isEmpty, skip("=") else { return nil }
    passSpace()
    guard let quote = current, quote == UInt8(ascii: "\"") || quote == UInt8(ascii: "'") else {
      return nil
    }
    place += 1
    let start = place
    while let byte = current, byte != quote { place += 1 }
    guard current != nil else { return nil }
    defer { place += 1 }
    return (name, text(start..<place))
  }

  private var current: UInt8? { place < bytes.count ? bytes[place] : nil }

  private func text(_ range: Range<Int>) -> String {
    String(decoding: UnsafeRawBufferPointer(rebasing: bytes[range]), as: UTF8.self)
  }

  private mutating func name() -> String {
    let start = place
    while let byte = current, byte > 32, !"=/>\"'<".utf8.contains(byte) { place += 1 }
    return text(start..<place)
  }

  private mutating func passSpace() {
    while let byte = current, byte == 32 || 9...13 ~= byte { place += 1 }
  }

  private mutating func skip(_ token: StaticString) -> Bool {
    let length = token.utf8CodeUnitCount
    guard let field = bytes.field(at: place, length: length),
      field.elementsEqual(UnsafeBufferPointer(start: token.utf8Start, count: length))
    else { return false }
    place += length
    return true
  }

  /// Skips to the end of a token of at least two bytes.
  private mutating func pass(_ token: StaticString) -> Bool {
    while place < bytes.count {
      if skip(token) { return true }
      place += 1
    }
    return false
  }

  /// Skips a document type, whose entities may contain any character in quotes.
  private mutating func passDocumentType() -> Bool {
    var depth = 0
    while let byte = current {
      if skip("<!--") {
        guard pass("-->") else { return false }
        continue
      }
      place += 1
      switch byte {
      case UInt8(ascii: "\""), UInt8(ascii: "'"):
        while let other = current, other != byte { place += 1 }
        place += 1
      case UInt8(ascii: "["): depth += 1
      case UInt8(ascii: "]"): depth -= 1
      case UInt8(ascii: ">"): if depth <= 0 { return true }
      default: break
      }
    }
    return false
  }
}
