/// A value of a TOML document, and its line.
package struct TOMLValue: Hashable, Sendable {
  package enum Content: Hashable, Sendable {
    case string(String)
    case integer(Int64)
    case number(Double)
    case boolean(Bool)
    case array([TOMLValue])
    /// The entries in the order of the document.
    case table([Entry])
    /// A date or a time: no setting has such a value.
    case date
  }

  /// A key of a table, and its value.
  package struct Entry: Hashable, Sendable {
    package let key: String
    package let value: TOMLValue
  }

  package let content: Content
  /// The line of the key, or of the element of an array, from 1.
  package let line: Int

  /// The entries of a table; nil for other values.
  var entries: [Entry]? {
    if case .table(let entries) = content { entries } else { nil }
  }

  /// Reads a document of TOML 1.0.
  ///
  /// - Throws: its first error.
  package static func document(_ bytes: [UInt8]) throws(ConfigurationProblem) -> TOMLValue {
    var reader = TOMLReader(bytes)
    return try reader.document()
  }
}
