import Foundation

extension Encodable {
  /// The value as JSON with snake-case names in a fixed order, and a final line feed.
  ///
  /// - Parameter layout: one line per field by default; empty for a single line.
  package func json(_ layout: JSONEncoder.OutputFormatting = .prettyPrinted) throws -> String {
    let encoder = JSONEncoder()
    encoder.keyEncodingStrategy = .convertToSnakeCase
    encoder.outputFormatting = layout.union([.sortedKeys, .withoutEscapingSlashes])
    return String(decoding: try encoder.encode(self), as: UTF8.self) + "\n"
  }
}

/// An optional value that is encoded as `null` instead of omitting the field.
package struct Nullable<Value: Encodable>: Encodable {
  let value: Value?

  package init(_ value: Value?) {
    self.value = value
  }

  package func encode(to encoder: any Encoder) throws {
    var container = encoder.singleValueContainer()
    if let value {
      try container.encode(value)
    } else {
      try container.encodeNil()
    }
  }
}
