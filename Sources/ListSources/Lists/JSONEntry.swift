import FoundationEssentials

/// A JSON object or string as an entry of a list.
package enum JSONEntry: Decodable {
  /// The maximum size of an entry, small enough to decode within a frame.
  private static let longest = 4 << 20

  case text(String)
  /// The strings and numbers of an object, by key.
  case fields([String: String])

  private struct Key: CodingKey {
    let stringValue: String
    var intValue: Int? { nil }

    init(stringValue: String) { self.stringValue = stringValue }

    init?(intValue: Int) { nil }
  }

  package init(from decoder: any Decoder) throws {
    if let text = try? decoder.singleValueContainer().decode(String.self) {
      self = .text(text)
      return
    }
    let container = try decoder.container(keyedBy: Key.self)
    var fields: [String: String] = [:]
    for key in container.allKeys {
      if let text = try? container.decode(String.self, forKey: key) {
        fields[key.stringValue] = text
      } else if let number = try? container.decode(Double.self, forKey: key) {
        fields[key.stringValue] = "\(number)"
      }
    }
    self = .fields(fields)
  }

  package static func entry(
    in bytes: ArraySlice<UInt8>, _ names: ColumnNames
  ) throws(EntryProblem) -> ListEntry {
    let fields = try fields(in: bytes)
    let keys = fields.keys.sorted()
    return try ListEntry { field in
      names.column(of: field, among: keys).flatMap { fields[keys[$0]] }.map { Array($0.utf8) }
    }
  }

  /// Returns the strings and numbers of an object by key; a string counts as an object with a `url`.
  package static func fields(in bytes: ArraySlice<UInt8>) throws(EntryProblem) -> [String: String] {
    guard bytes.count <= longest else { throw .tooLong }
    let record: JSONEntry
    do {
      record = try JSONDecoder().decode(JSONEntry.self, from: Data(bytes))
    } catch {
      throw .notJSON
    }
    switch record {
    case .text(let text): return ["url": text]
    case .fields(let fields): return fields
    }
  }

  /// Returns a string that is not empty.
  package static func text(in bytes: ArraySlice<UInt8>) -> String? {
    guard bytes.first == UInt8(ascii: "\""), let fields = try? fields(in: bytes),
      let text = fields["url"], !text.isEmpty
    else { return nil }
    return text
  }
}
