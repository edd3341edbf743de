import DiskCache

/// A caller's header fields for a request, compared without regard to the case of names.
///
/// Names are case-insensitive (RFC 9110, 5.1). Values may be secrets: only names are ever printed, logged or reported.
package struct RequestHeaders: Sendable {
  /// The fields as the caller wrote them, which is also how they are sent.
  package let fields: [String: String]
  private let identity: HeaderFields

  package init(_ fields: [String: String] = [:]) {
    self.fields = fields
    identity = HeaderFields(fields)
  }

  package var isEmpty: Bool { fields.isEmpty }

  /// Throws for the first invalid field, in the order of names.
  package func check() throws(ImageError) {
    if isEmpty { return }
    var names: Set<String> = []
    for (name, value) in fields.sorted(by: { $0.key < $1.key }) {
      guard !name.isEmpty, name.utf8.allSatisfy(\.isTokenCharacter),
        !Self.reserved.contains(name.lowercased()), names.insert(name.lowercased()).inserted,
        value.isFieldValue
      else {
        // The text after a colon may be a value.
        throw .badHeader(name: String(name.prefix { $0 != ":" }))
      }
    }
  }

  /// The fields that the loader sets, and those for framing and the connection.
  private static let reserved: Set<String> = [
    "accept-encoding", "connection", "content-length", "expect", "host", "if-match",
    "if-modified-since", "if-none-match", "if-range", "if-unmodified-since", "keep-alive",
    "proxy-authorization", "proxy-connection", "range", "te", "trailer", "transfer-encoding",
    "upgrade",
  ]
}

extension ImageRequest {
  /// Throws for the first invalid header field; see ``headers``.
  package static func check(_ headers: [String: String]) throws(ImageError) {
    try RequestHeaders(headers).check()
  }
}

extension RequestHeaders: Hashable {
  package static func == (first: RequestHeaders, second: RequestHeaders) -> Bool {
    first.identity == second.identity
  }

  package func hash(into hasher: inout Hasher) { hasher.combine(identity) }
}

extension RequestHeaders: CustomStringConvertible, CustomReflectable {
  package var description: String { "\(fields.keys.sorted())" }
  package var customMirror: Mirror { Mirror(self, unlabeledChildren: fields.keys.sorted()) }
}

extension UInt8 {
  /// Whether it may occur in the name of a field (RFC 9110, 5.6.2).
  fileprivate var isTokenCharacter: Bool {
    switch self {
    case UInt8(ascii: "0")...UInt8(ascii: "9"), UInt8(ascii: "A")...UInt8(ascii: "Z"),
      UInt8(ascii: "a")...UInt8(ascii: "z"):
      true
    default: "!#$%&'*+-.^_`|~".utf8.contains(self)
    }
  }
}

extension String {
  /// Whether this is visible ASCII, with spaces and tabs only inside (RFC 9110, 5.5, without obsolete forms).
  fileprivate var isFieldValue: Bool {
    guard let first = utf8.first, let last = utf8.last else { return false }
    let visible: ClosedRange<UInt8> = 0x21...0x7E
    return visible.contains(first) && visible.contains(last)
      && utf8.allSatisfy { visible.contains($0) || $0 == 0x20 || $0 == 0x09 }
  }
}
