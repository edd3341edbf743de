/// The numbers of a JSON report, each under its path, such as `frames.present_ms.p99`.
///
/// Texts, lists and truths are left out.
struct ReportFigures: Decodable, Equatable, Sendable {
  let values: [String: Double]
  /// The names of fields that are null.
  let unmeasured: Set<String>
  /// The kind of the report, `session` or `profile`; nil in reports of earlier builds.
  let type: String?

  init(_ values: [String: Double], unmeasured: Set<String> = [], type: String? = nil) {
    self.values = values
    self.unmeasured = unmeasured
    self.type = type
  }

  /// The versions whose figures can be compared: a figure that has another name in one of them is missing in the other.
  private static let versions: [Double] = [1, 2]

  /// Reads a report of any version.
  init(from decoder: any Decoder) throws {
    let root = try decoder.container(keyedBy: FieldName.self)
    let version = try root.decode(Double.self, forKey: FieldName(stringValue: "version"))
    guard Self.versions.contains(version) else {
      throw DecodingError.dataCorrupted(
        .init(codingPath: [], debugDescription: "not a report of version 1 or 2"))
    }
    var fields = NumberFields()
    fields.collect(root, under: "")
    fields.values["version"] = nil
    (values, unmeasured) = (fields.values, fields.nulls)
    type = try? root.decode(String.self, forKey: FieldName(stringValue: "type"))
  }

  /// The names of all figures, also of those that were not measured.
  var names: [String] { (Set(values.keys).union(unmeasured)).sorted() }
}

/// The numbers and the nulls of nested objects, by path.
private struct NumberFields {
  var values: [String: Double] = [:]
  private(set) var nulls: Set<String> = []

  mutating func collect(_ fields: KeyedDecodingContainer<FieldName>, under path: String) {
    for name in fields.allKeys {
      let path = path + name.stringValue
      if let value = try? fields.decode(Double.self, forKey: name) {
        values[path] = value
      } else if let isNull = try? fields.decodeNil(forKey: name), isNull {
        nulls.insert(path)
      } else if let group = try? fields.nestedContainer(keyedBy: FieldName.self, forKey: name) {
        collect(group, under: path + ".")
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
