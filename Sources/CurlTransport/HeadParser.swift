/// Assembles a head from its lines, and checks limits before storing anything.
///
/// It drops interim responses, unfolds folded lines and joins repeated fields. Lines after the head
/// are trailers, which count toward the limits but are ignored. A connection that closes before
/// `isComplete` was truncated inside a head, whatever libcurl reports.
struct HeadParser: Sendable {
  /// The reason why a head is rejected.
  enum Fault: Error, Hashable {
    /// The head is too large: the limits are ten times what a browser receives.
    case tooLarge
    case malformed
    /// The `Content-Length` is not a number, too large, or several numbers.
    case length
  }

  /// The most bytes of all lines of a transfer, including interim responses and trailers.
  static let maxBytes = 64 << 10
  static let maxLines = 256

  /// Whether the final head is complete.
  private(set) var isComplete = false
  private var head: HTTPHead?
  /// The field to which a folded line is added.
  private var lastField: Int?
  private var bytes = 0
  private var lines = 0

  /// Reads one line, including its end; returns the head after the empty line at its end.
  mutating func parse(_ line: UnsafeRawBufferPointer) throws(Fault) -> HTTPHead? {
    lines += 1
    bytes += line.count
    guard bytes <= Self.maxBytes, lines <= Self.maxLines else { throw .tooLarge }
    if isComplete { return nil }
    let text = line.trimming { $0 == 0x0D || $0 == 0x0A }
    guard head != nil else {
      head = try HTTPHead(statusLine: text)
      lastField = nil
      return nil
    }
    if text.isEmpty { return try finish() }
    let isAdded = text[text.startIndex].isBlank ? unfold(text) : add(text)
    guard isAdded else { throw .malformed }
    return nil
  }

  private mutating func finish() throws(Fault) -> HTTPHead? {
    defer { head = nil }
    guard var head, !(100...199).contains(head.status) else { return nil }
    isComplete = true
    if let length = head["Content-Length"] {
      guard let bytes = Self.number(length) else { throw .length }
      // Chunked encoding takes precedence (RFC 9112, 6.3).
      head.bodyBytes = head["Transfer-Encoding"] == nil ? bytes : nil
    }
    return head
  }

  private mutating func add(_ line: Slice<UnsafeRawBufferPointer>) -> Bool {
    guard let colon = line.firstIndex(of: UInt8(ascii: ":")), colon > line.startIndex else {
      return false
    }
    let name = line[..<colon].decoded
    let value = line[line.index(after: colon)...].text
    lastField = head?.index(of: name)
    if let lastField {
      head?.fields[lastField].value += ", \(value)"
    } else {
      head?.fields.append(HTTPHead.Field(name: name, value: value))
      lastField = head?.fields.indices.last
    }
    return true
  }

  /// Appends to the previous field (RFC 9112, 5.2).
  private mutating func unfold(_ line: Slice<UnsafeRawBufferPointer>) -> Bool {
    guard let lastField, let value = head?.fields[lastField].value else { return false }
    head?.fields[lastField].value += value.isEmpty ? line.text : " \(line.text)"
    return true
  }

  /// Parses a number, or the same one repeated (RFC 9110, 8.6).
  private static func number(_ field: String) -> Int? {
    if !field.isEmpty, field.utf8.allSatisfy(\.isDigit) { return Int(field) }
    let words = field.split(separator: ",", omittingEmptySubsequences: false)
      .map { $0.drop { $0 == " " } }
    guard let first = words.first, !first.isEmpty, words.allSatisfy({ $0 == first }),
      first.utf8.allSatisfy(\.isDigit)
    else { return nil }
    return Int(first)
  }
}

extension HTTPHead {
  /// Parses `HTTP/1.1 200 OK`, in any case and with or without a reason.
  fileprivate init(statusLine: Slice<UnsafeRawBufferPointer>) throws(HeadParser.Fault) {
    let space = UInt8(ascii: " ")
    let version = statusLine.prefix { $0 != space }
    let status = statusLine[version.endIndex...].drop { $0 == space }.prefix { $0 != space }
    guard version.count >= 6,
      version.prefix(5).elementsEqual("http/".utf8, by: { $0.lowered == $1 }),
      status.count == 3, status.allSatisfy(\.isDigit)
    else { throw .malformed }
    self.version = version.decoded.uppercased()
    self.status = status.reduce(0) { 10 * $0 + Int($1 - UInt8(ascii: "0")) }
    guard self.status >= 100 else { throw .malformed }
    fields.reserveCapacity(16)
  }
}

extension Slice<UnsafeRawBufferPointer> {
  /// The trimmed text, as UTF-8 or, if invalid, as Latin-1, the former encoding of headers.
  fileprivate var text: String {
    let bytes = trimming(\.isBlank)
    // Most text is ASCII, and validating it takes three times as long as this check.
    if bytes.allSatisfy({ $0 < 0x80 }) { return bytes.decoded }
    return String(validating: bytes, as: UTF8.self)
      ?? String(String.UnicodeScalarView(bytes.map { Unicode.Scalar($0) }))
  }

  /// The text as UTF-8, with invalid parts replaced.
  fileprivate var decoded: String {
    String(decoding: UnsafeRawBufferPointer(rebasing: self), as: UTF8.self)
  }

  fileprivate func trimming(_ isDropped: (UInt8) -> Bool) -> Self {
    var slice = drop(while: isDropped)
    while let last = slice.last, isDropped(last) { slice.removeLast() }
    return slice
  }
}

extension UnsafeRawBufferPointer {
  fileprivate func trimming(_ isDropped: (UInt8) -> Bool) -> Slice<Self> {
    self[...].trimming(isDropped)
  }
}

extension UInt8 {
  fileprivate var isBlank: Bool { self == 0x20 || self == 0x09 }
  fileprivate var isDigit: Bool { (0x30...0x39).contains(self) }
}
