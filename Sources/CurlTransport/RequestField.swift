/// A header field of a request, checked and written as a line of it.
package struct RequestField: Sendable {
  package let name: String
  /// Without its end.
  let line: String

  /// Nil for anything longer than one line: a value must not bring fields of its own.
  package init?(_ name: String, _ value: String) {
    guard !name.isEmpty, name.isPartOfLine, value.isPartOfLine else { return nil }
    self.name = name
    // libcurl takes a name with nothing behind its colon for a field to leave out.
    line = value.isEmpty ? "\(name);" : "\(name): \(value)"
  }
}

extension String {
  fileprivate var isPartOfLine: Bool { utf8.allSatisfy { $0 != 0 && $0 != 0x0A && $0 != 0x0D } }
}
