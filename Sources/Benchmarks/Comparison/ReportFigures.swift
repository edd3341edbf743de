/// The numbers of a JSON report, each under its path, such as `frames.present_ms.p99`.
///
/// Texts, lists and nulls are left out.
package struct ReportFigures: Decodable, Equatable, Sendable {
  package let values: [String: Double]

  package init(_ values: [String: Double]) { self.values = values }

  /// Reads a report of version 1, the only one so far.
  package init(from decoder: any Decoder) throws {
    let root = try decoder.container(keyedBy: FieldName.self)
    var values: [String: Double] = [:]
    Self.collect(root, under: "", into: &values)
    guard values.removeValue(forKey: "version") == 1 else {
      throw DecodingError.dataCorrupted(
        .init(codingPath: [], debugDescription: "not a report of version 1"))
    }
    self.values = values
  }

  private static func collect(
    _ fields: KeyedDecodingContainer<FieldName>, under path: String,
    into values: inout [String: Double]
  ) {
    for name in fields.allKeys {
      let path = path + name.stringValue
      if let value = try? fields.decode(Double.self, forKey: name) {
        values[path] = value
      } else if let group = try? fields.nestedContainer(keyedBy: FieldName.self, forKey: name) {
        collect(group, under: path + ".", into: &values)
      }
    }
  }
}

/// The name of any field of an object.
private struct FieldName: CodingKey {
  let stringValue: String
  var intValue: Int? { nil }

  init(stringValue: String) { self.stringValue = stringValue }
  init?(intValue: Int) { nil }
}
