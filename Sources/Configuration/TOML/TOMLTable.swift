/// A table while its document is read: it knows which keys may still be added.
final class TOMLTable {
  /// The way in which a table came to be.
  enum Origin {
    /// The super-table of a header, which a header of its own may still define.
    case implied
    case header
    /// Parts of dotted keys, in the table of the same header.
    case dotted
  }

  private enum Member {
    case value(TOMLValue)
    case table(TOMLTable)
    case tables(TableList)
  }

  /// The tables of an array, in place.
  private final class TableList {
    var tables: [TOMLTable]
    let line: Int

    init(_ table: TOMLTable, line: Int) {
      tables = [table]
      self.line = line
    }
  }

  var origin: Origin
  private let line: Int
  private var keys: [String] = []
  private var members: [String: Member] = [:]

  init(_ origin: Origin, line: Int) {
    self.origin = origin
    self.line = line
  }

  /// Adds a value; false if the key is taken.
  func add(_ value: TOMLValue, as key: String) -> Bool { insert(.value(value), as: key) }

  /// The table of a part of a dotted key, made if necessary; nil if the key has another value.
  func dottedTable(_ key: String, line: Int) -> TOMLTable? {
    guard let member = members[key] else { return add(TOMLTable(.dotted, line: line), key) }
    if case .table(let table) = member, table.origin == .dotted { return table }
    return nil
  }

  /// The table of a part of a header before its last, made if necessary; nil if the key has another value.
  func superTable(_ key: String, line: Int) -> TOMLTable? {
    switch members[key] {
    case nil: add(TOMLTable(.implied, line: line), key)
    case .table(let table): table
    case .tables(let list): list.tables.last
    case .value: nil
    }
  }

  /// The table of a header's last part; nil if the key is taken.
  func headedTable(_ key: String, line: Int) -> TOMLTable? {
    guard let member = members[key] else { return add(TOMLTable(.header, line: line), key) }
    guard case .table(let table) = member, table.origin == .implied else { return nil }
    table.origin = .header
    return table
  }

  /// A further table of an array of tables; nil if the key has another value.
  func nextTable(_ key: String, line: Int) -> TOMLTable? {
    let table = TOMLTable(.header, line: line)
    switch members[key] {
    case nil: _ = insert(.tables(TableList(table, line: line)), as: key)
    case .tables(let list): list.tables.append(table)
    default: return nil
    }
    return table
  }

  private func add(_ table: TOMLTable, _ key: String) -> TOMLTable {
    _ = insert(.table(table), as: key)
    return table
  }

  private func insert(_ member: Member, as key: String) -> Bool {
    guard members[key] == nil else { return false }
    keys.append(key)
    members[key] = member
    return true
  }

  /// The finished table.
  var value: TOMLValue {
    let entries = keys.compactMap { key in
      members[key].map { member in
        let value =
          switch member {
          case .value(let value): value
          case .table(let table): table.value
          case .tables(let list):
            TOMLValue(content: .array(list.tables.map(\.value)), line: list.line)
          }
        return TOMLValue.Entry(key: key, value: value)
      }
    }
    return TOMLValue(content: .table(entries), line: line)
  }
}
