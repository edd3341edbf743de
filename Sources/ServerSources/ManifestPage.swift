import FoundationEssentials
import ListSources

/// Parses a page of a manifest: a JSON array of items, an object with such an array, or one object per line.
///
/// The object may also contain the address of the next page.
enum ManifestPage {
  /// The possible names of the array of items in its object.
  static let arrayNames = ["items", "assets", "photos", "images"]
  /// The possible names of the next page's address.
  static let nextNames = ["next", "nextPage", "next_page"]

  static func content(
    of page: ServerPage, _ columns: ColumnNames
  ) throws(PageProblem) -> PageContent {
    guard let base = PageBase(page.address) else { throw .isNoList }
    var content = PageContent()
    let found: Result<Parts, PageProblem> = page.body.withUnsafeBytes { bytes in
      do throws(PageProblem) { return .success(try Self.parts(of: bytes, columns)) } catch {
        return .failure(error)
      }
    }
    let parts = try found.get()
    var keys = FieldKeys(columns)
    for range in parts.items {
      let bytes = page.body[range]
      if let fields = try? JSONEntry.fields(in: bytes, columns) {
        content.add(fields, &keys, base)
      } else {
        content.add("")
      }
      if content.isTooLong { throw .hasTooManyItems }
    }
    if let next = parts.next, let reference = JSONEntry.text(in: page.body[next]) {
      content.next = [base.address(of: reference)]
    }
    return content
  }

  /// The ranges of the items on a page, and of the next page's address.
  private struct Parts {
    var items: [Range<Int>] = []
    var next: Range<Int>?
  }

  private static func parts(
    of text: UnsafeRawBufferPointer, _ columns: ColumnNames
  ) throws(PageProblem) -> Parts {
    guard let start = text.indices.first(where: { !isBeforeText(text[$0], at: $0) }) else {
      throw .isCutOff
    }
    switch text[start] {
    case UInt8(ascii: "["): return Parts(items: try elements(of: text, from: start))
    case UInt8(ascii: "<"): throw .isHTML
    case UInt8(ascii: "{"): break
    default: throw .isNoList
    }
    guard let (members, end) = JSONMembers.find(in: text, from: start) else { throw .isCutOff }
    let parts = try parts(of: members, in: text, isInner: false)
    if let parts { return parts }
    // One object per line, unless there is only one and it has no picture's address.
    let rest = text[end...].first { !$0.isJSONBlank }
    guard rest == UInt8(ascii: "{") || (rest == nil && !members.isEmpty) else { throw .hasNoItems }
    let lines = try objects(in: text, from: start)
    if lines.count == 1, (try? JSONEntry.entry(in: Array(text)[lines[0]], columns)) == nil {
      throw .hasNoItems
    }
    return Parts(items: lines)
  }

  /// Whether this is a blank or a byte order mark before the JSON.
  private static func isBeforeText(_ byte: UInt8, at place: Int) -> Bool {
    byte.isJSONBlank || (place < 3 && [0xEF, 0xBB, 0xBF].contains(byte))
  }

  /// Finds the array of items among the members of an object, or in an object with one of its names.
  private static func parts(
    of members: [JSONMembers.Member], in text: UnsafeRawBufferPointer, isInner: Bool
  ) throws(PageProblem) -> Parts? {
    func member(_ names: [String]) -> JSONMembers.Member? {
      names.lazy.compactMap { name in members.first { $0.name == name } }.first
    }
    guard let array = member(arrayNames) else { return nil }
    var parts = Parts()
    switch text[array.value.lowerBound] {
    case UInt8(ascii: "["): parts.items = try elements(of: text, from: array.value.lowerBound)
    case UInt8(ascii: "{") where !isInner:
      guard let inner = JSONMembers.find(in: text, from: array.value.lowerBound),
        let found = try Self.parts(of: inner.members, in: text, isInner: true)
      else { return nil }
      parts = found
    default: return nil
    }
    parts.next = member(nextNames)?.value ?? parts.next
    return parts
  }

  private static func elements(
    of text: UnsafeRawBufferPointer, from start: Int
  ) throws(PageProblem) -> [Range<Int>] {
    var scanner = ElementScanner()
    var batch = EntryBatch()
    let rest = UnsafeRawBufferPointer(rebasing: text[(start + 1)...])
    _ = scanner.scan(rest, isEnd: true, into: &batch)
    if batch.problem != nil { throw .isCutOff }
    return try bounded(batch, movedBy: start + 1)
  }

  private static func objects(
    in text: UnsafeRawBufferPointer, from start: Int
  ) throws(PageProblem) -> [Range<Int>] {
    var scanner = LineScanner(hasGroups: false)
    var batch = EntryBatch()
    let rest = UnsafeRawBufferPointer(rebasing: text[start...])
    _ = scanner.scan(rest, isEnd: true, into: &batch)
    return try bounded(batch, movedBy: start)
  }

  private static func bounded(
    _ batch: EntryBatch, movedBy offset: Int
  ) throws(PageProblem) -> [Range<Int>] {
    guard batch.ranges.count <= PageProblem.mostItems else { throw .hasTooManyItems }
    return batch.ranges.map { $0.lowerBound + offset..<$0.upperBound + offset }
  }
}

/// The keys of objects for each field; most objects of a page have the same keys.
private struct FieldKeys {
  private let columns: ColumnNames
  private var known: [String] = []
  private var chosen: [ListField: String] = [:]

  init(_ columns: ColumnNames) { self.columns = columns }

  /// Updates the keys for an object, if they differ from those of the previous one.
  mutating func look(at fields: [String: String]) {
    if fields.count == known.count, known.allSatisfy({ fields[$0] != nil }) { return }
    known = fields.keys.sorted()
    chosen = [:]
    for field in ListField.allCases {
      chosen[field] = columns.column(of: field, among: known).map { known[$0] }
    }
  }

  subscript(field: ListField) -> String? { chosen[field] }
}

extension PageContent {
  /// Adds an item with these fields; its addresses are relative to the page.
  fileprivate mutating func add(
    _ fields: [String: String], _ keys: inout FieldKeys, _ base: PageBase
  ) {
    keys.look(at: fields)
    let keys = keys
    func value(_ field: ListField) -> String { keys[field].flatMap { fields[$0] } ?? "" }
    func address(_ field: ListField) -> String {
      let value = value(field)
      let isBlank = value.allSatisfy(\.isWhitespace)
      return isBlank ? "" : base.address(of: value)
    }
    add(
      address(.url), thumbnail: address(.thumbnail), title: value(.title), width: value(.width),
      height: value(.height), section: value(.section))
  }
}
