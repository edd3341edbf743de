import FoundationEssentials
import SourceItems

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
    let fields = try fields(in: bytes, names)
    let keys = fields.keys.sorted()
    do throws(EntryProblem) {
      return try ListEntry { field in
        names.column(of: field, among: keys).flatMap { fields[keys[$0]] }.map { Array($0.utf8) }
      }
    } catch {
      guard case .noAddress = error else { throw error }
      throw .noAddress(keys: keysOfAddresses(in: bytes))
    }
  }

  /// Returns the strings and numbers of an object by key, with those inside its members if a column is among them.
  package static func fields(
    in bytes: ArraySlice<UInt8>, _ names: ColumnNames
  ) throws(EntryProblem) -> [String: String] {
    let fields = try fields(in: bytes)
    return names.reachInside ? innerFields(in: bytes).merging(fields) { $1 } : fields
  }

  /// Returns keys such as `src.medium` whose values are URLs, at most three.
  private static func keysOfAddresses(in bytes: ArraySlice<UInt8>) -> [String] {
    innerFields(in: bytes).filter { WebAddress($0.value)?.isSupported == true }
      .keys.sorted().prefix(3).map(\.self)
  }

  private static func innerFields(in bytes: ArraySlice<UInt8>) -> [String: String] {
    (try? JSONDecoder().decode(JSONTree.self, from: Data(bytes)))?.fields(below: "") ?? [:]
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

/// A JSON value with all that is inside it.
private enum JSONTree: Decodable {
  case leaf(String)
  case members([String: JSONTree])

  init(from decoder: any Decoder) throws {
    let container = try decoder.singleValueContainer()
    if let members = try? container.decode([String: JSONTree].self) {
      self = .members(members)
    } else if let elements = try? container.decode([JSONTree].self) {
      let numbered = elements.enumerated().map { ("\($0)", $1) }
      self = .members(Dictionary(uniqueKeysWithValues: numbered))
    } else if let number = try? container.decode(Double.self) {
      self = .leaf("\(number)")
    } else {
      self = .leaf((try? container.decode(String.self)) ?? "")
    }
  }

  /// The texts and numbers by key; `src.medium` is in an object with the key `src`, `urls.0` is the first of an array.
  func fields(below path: String) -> [String: String] {
    switch self {
    case .leaf(let text): text.isEmpty ? [:] : [path: text]
    case .members(let members):
      members.reduce(into: [:]) { fields, member in
        let inner = member.value.fields(below: path.isEmpty ? member.key : "\(path).\(member.key)")
        fields.merge(inner) { first, _ in first }
      }
    }
  }
}
