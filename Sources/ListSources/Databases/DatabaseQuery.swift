import CDatabaseRows
import Glibc

/// A query in an SQLite database, which is opened read-only, and its rows, read once, in order.
struct DatabaseQuery: ~Copyable {
  /// The reason for a missing row, in SQLite's words.
  struct Failure: Error {
    let reason: String
  }

  /// The Debian package of the library.
  static let package = "libsqlite3-0"
  /// The time to wait for a program that writes to the database.
  private static let busyMilliseconds: Int32 = 5_000

  /// The names of the columns.
  let columns: [String]
  private let database: OpaquePointer

  /// Prepares a query.
  init(_ query: String, in path: String) throws(Failure) {
    guard database_library_version() != nil else {
      throw Failure(reason: "install \(Self.package)")
    }
    guard let opened = database_open(path, Self.busyMilliseconds) else {
      throw Failure(reason: "out of memory")
    }
    // The rest of a query behind a zero byte would be ignored.
    let isText = !query.utf8.contains(0)
    let isReady = isText && database_problem(opened) == nil && database_prepare(opened, query)
    guard isReady, database_column_count(opened) > 0 else {
      let problem = Self.problem(of: opened) ?? "the query selects nothing"
      database_close(opened)
      throw Failure(reason: isText ? problem : "the query has a zero byte")
    }
    columns = (0..<database_column_count(opened)).map { column in
      database_column_name(opened, column).map { String(cString: $0) } ?? ""
    }
    database = opened
  }

  deinit { database_close(database) }

  /// Advances to the next row; nil after the last one.
  func next() throws(Failure) -> Row? {
    switch database_step(database) {
    case .row: return Row(database: database, count: columns.count)
    case .end: return nil
    case .failure:
      throw Failure(reason: Self.problem(of: database) ?? "the database cannot be read")
    }
  }

  private static func problem(of database: OpaquePointer) -> String? {
    database_problem(database).map { String(cString: $0) }
  }

  /// The values of the current row, until the next one.
  struct Row {
    fileprivate let database: OpaquePointer
    let count: Int

    var fields: some Sequence<RecordText.Field> {
      (0..<count).lazy.map { [database] column in
        RecordText.Field(database_value(database, Int32(column)))
      }
    }
  }
}

extension RecordText.Field {
  fileprivate init(_ value: DatabaseValue) {
    let bytes = UnsafeRawBufferPointer(start: value.bytes, count: value.count)
    switch value.kind {
    case .null: self = .text("")
    case .integer: self = .text(String(value.integer))
    case .real: self = .text(String(value.real))
    case .text:
      let isTooLong = bytes.count > ListFormat.longestEntry
      self = .text(isTooLong ? "" : String(decoding: bytes, as: UTF8.self))
    case .blob: self = .bytes(bytes.count > RecordText.longestPath ? [] : Array(bytes))
    }
  }
}
