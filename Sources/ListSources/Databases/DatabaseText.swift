#if database
  import GRDB
  import Glibc
  import Synchronization

  /// The rows of a query in an SQLite database, as comma-separated values with a header.
  ///
  /// The database is opened read-only. Each row is read once, in order, so that the first ones are
  /// shown while a long query runs.
  final class DatabaseText: ListText {
    /// The time that a query may look for more rows before those found are shown.
    private static let patience = Duration.milliseconds(20)
    /// The time to wait for a program that writes to the database, in seconds.
    private static let busySeconds = 5.0

    private let path: String
    private let query: String
    private let kept: KeptText
    private let failure = Mutex<String?>(nil)

    init(_ path: String, query: String, in kept: KeptText = KeptText()) {
      self.path = path
      self.query = query
      self.kept = kept
    }

    var problem: String? { failure.withLock { $0 } ?? kept.problem }

    func hasInput(within time: Duration?) -> Bool { true }

    func bytes(from offset: Int, count: Int) -> [UInt8] { kept.bytes(from: offset, count: count) }

    func whileOpen(_ read: (NextBytes) -> Void) {
      do {
        try Self.open(path).read { database in
          let statement = try database.makeStatement(sql: query)
          let rows = try Row.fetchCursor(statement)
          var records = RecordText(columns: statement.columnNames)
          // The next row may take long, so the batches double: at most half of the rows found are not shown.
          var most = 1
          read { _, block in
            defer { most = min(2 * most, 1 << 20) }
            return self.next(most, of: rows, in: &records, into: block)
          }
        }
      } catch {
        fail(error)
      }
    }

    private func next(
      _ most: Int, of rows: RowCursor, in records: inout RecordText,
      into block: UnsafeMutableRawBufferPointer
    ) -> Int {
      let start = ContinuousClock.now
      do {
        for _ in 0..<most where records.count < block.count {
          let isInTime = records.count == 0 || start.duration(to: .now) < Self.patience
          guard isInTime, let row = try rows.next() else { break }
          records.append(row.databaseValues.lazy.map(RecordText.Field.init))
        }
      } catch {
        // The rows found before are shown.
        fail(error)
      }
      let count = records.copyBytes(into: block)
      return kept.append(UnsafeRawBufferPointer(rebasing: block[..<count])) ? count : 0
    }

    private func fail(_ error: any Error) {
      let words = (error as? DatabaseError)?.message ?? "\(error)"
      failure.withLock { $0 = $0 ?? words }
    }

    private static func open(_ path: String) throws -> DatabaseQueue {
      var configuration = Configuration()
      configuration.readonly = true
      configuration.busyMode = .timeout(busySeconds)
      return try DatabaseQueue(path: path, configuration: configuration)
    }

    /// Returns the tables and views of a database with their columns; empty if it can't be read.
    static func tables(in path: String) -> [String] {
      let found = try? open(path).read { database in
        try String.fetchAll(
          database,
          sql: """
            SELECT name FROM sqlite_schema
            WHERE type IN ('table', 'view') AND name NOT LIKE 'sqlite_%' ORDER BY name
            """
        ).map { table in
          // A view of a missing table has no columns.
          let columns = try? database.columns(in: table).map(\.name)
          return "\(table)(\(columns?.joined(separator: ", ") ?? ""))"
        }
      }
      return found ?? []
    }
  }

  extension RecordText.Field {
    fileprivate init(_ value: DatabaseValue) {
      switch value.storage {
      case .null: self = .text("")
      case .int64(let number): self = .text(String(number))
      case .double(let number): self = .text(String(number))
      case .string(let text): self = .text(text)
      case .blob(let bytes): self = .bytes(bytes.count > RecordText.longestPath ? [] : Array(bytes))
      }
    }
  }
#endif
