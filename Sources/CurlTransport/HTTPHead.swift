/// A server's response before the body, without interim responses (1xx).
package struct HTTPHead: Hashable, Sendable {
  /// One field, with the values of repetitions joined by commas (RFC 9110, 5.2).
  package struct Field: Hashable, Sendable {
    /// The name as received.
    package let name: String
    /// The value without surrounding white space; not checked otherwise.
    package internal(set) var value: String
  }

  /// `HTTP/1.1`, `HTTP/2` and so on.
  package let version: String
  /// The status from 100 to 999.
  package let status: Int
  /// The fields in the order of their first occurrence.
  package internal(set) var fields: [Field] = []

  /// The length of the body as sent, in bytes; nil if the head does not state it, or if the body is
  /// chunked.
  package internal(set) var bodyBytes: Int?

  /// The value of a field, by its case-insensitive name.
  package subscript(name: String) -> String? { index(of: name).map { fields[$0].value } }

  /// Whether its connection carries parallel responses.
  package var isMultiplexed: Bool { !version.hasPrefix("HTTP/1") }

  /// Whether the body ends with its connection, so that truncation can't be detected.
  package var endsWithConnection: Bool {
    bodyBytes == nil && !isMultiplexed
      && self["Transfer-Encoding"]?.lowercased().hasSuffix("chunked") != true
  }

  /// Whether it redirects the client to `Location`.
  package var isRedirect: Bool {
    [301, 302, 303, 307, 308].contains(status) && self["Location"]?.isEmpty == false
  }

  func index(of name: String) -> Int? {
    fields.firstIndex { $0.name.isSameToken(as: name) }
  }
}

extension String {
  /// Whether both are equal except for the case of ASCII letters.
  func isSameToken(as other: String) -> Bool {
    utf8.count == other.utf8.count
      && (self == other || utf8.elementsEqual(other.utf8) { $0.lowered == $1.lowered })
  }
}

extension UInt8 {
  /// The byte with an ASCII letter in lowercase.
  var lowered: UInt8 { (UInt8(ascii: "A")...UInt8(ascii: "Z")).contains(self) ? self | 0x20 : self }
}
