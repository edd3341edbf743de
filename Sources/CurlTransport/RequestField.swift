/// A header field of a request, validated and formatted as a line.
package struct RequestField: Sendable {
  package let name: String
  /// The line without its end.
  let line: String

  /// Returns nil for anything longer than one line, so that a value can't inject fields.
  package init?(_ name: String, _ value: String) {
    guard !name.isEmpty, name.isPartOfLine, value.isPartOfLine else { return nil }
    self.name = name
    // libcurl removes a field with nothing after its colon, and sends an empty one for a semicolon.
    line = value.isEmpty ? "\(name);" : "\(name): \(value)"
  }
}

extension String {
  fileprivate var isPartOfLine: Bool { utf8.allSatisfy { $0 != 0 && $0 != 0x0A && $0 != 0x0D } }
}
