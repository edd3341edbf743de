/// A server's answer before the body; interim answers (1xx) are left out.
package struct HTTPHead: Hashable, Sendable {
  /// One field, with the values of repetitions joined by commas (RFC 9110, 5.2).
  package struct Field: Hashable, Sendable {
    /// As it was sent.
    package let name: String
    /// Without the white space around it; not checked otherwise.
    package internal(set) var value: String
  }

  /// `HTTP/1.1`, `HTTP/2` and so on.
  package let version: String
  /// From 100 to 999.
  package let status: Int
  /// In the order in which their names first came.
  package internal(set) var fields: [Field] = []

  /// How long the body is as it is sent, in bytes; nil if the head does not say, or if it comes in
  /// chunks.
  package internal(set) var bodyBytes: Int?

  /// The value of a field, whatever the case of its name.
  package subscript(name: String) -> String? { index(of: name).map { fields[$0].value } }

  /// Whether its connection carries many answers at a time.
  package var isMultiplexed: Bool { !version.hasPrefix("HTTP/1") }

  /// Whether the body ends where its connection does, so that nothing tells a whole one from a part.
  package var endsWithConnection: Bool {
    bodyBytes == nil && !isMultiplexed
      && self["Transfer-Encoding"]?.lowercased().hasSuffix("chunked") != true
  }

  /// Whether it redirects the client to the place that `Location` names.
  package var isRedirect: Bool {
    [301, 302, 303, 307, 308].contains(status) && self["Location"]?.isEmpty == false
  }

  func index(of name: String) -> Int? {
    fields.firstIndex { $0.name.isSameToken(as: name) }
  }
}

extension String {
  /// Whether it is the same but for the case of ASCII letters.
  func isSameToken(as other: String) -> Bool {
    utf8.count == other.utf8.count
      && (self == other || utf8.elementsEqual(other.utf8) { $0.lowered == $1.lowered })
  }
}

extension UInt8 {
  /// Without the case of an ASCII letter.
  var lowered: UInt8 { (UInt8(ascii: "A")...UInt8(ascii: "Z")).contains(self) ? self | 0x20 : self }
}
