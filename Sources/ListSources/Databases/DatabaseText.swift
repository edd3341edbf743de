import Glibc
import Synchronization

/// The rows of a query in an SQLite database, as comma-separated values with a header.
///
/// Each row is read once, in order, so that the first ones are shown while a long query runs.
final class DatabaseText: ListText {
  /// The time that a query may look for more rows before those found are shown.
  private static let patience = Duration.milliseconds(20)

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
    do throws(DatabaseQuery.Failure) {
      let rows = try DatabaseQuery(query, in: path)
      var records = RecordText(columns: rows.columns)
      // The next row may take long, so the batches double: at most half of the rows found are not shown.
      var most = 1
      read { _, block in
        defer { most = min(2 * most, 1 << 20) }
        return self.next(most, of: rows, in: &records, into: block)
      }
    } catch {
      fail(error)
    }
  }

  private func next(
    _ most: Int, of rows: borrowing DatabaseQuery, in records: inout RecordText,
    into block: UnsafeMutableRawBufferPointer
  ) -> Int {
    let start = ContinuousClock.now
    do throws(DatabaseQuery.Failure) {
      for _ in 0..<most where records.count < block.count {
        let isInTime = records.count == 0 || start.duration(to: .now) < Self.patience
        guard isInTime, let row = try rows.next() else { break }
        records.append(row.fields)
      }
    } catch {
      // The rows found before are shown.
      fail(error)
    }
    let count = records.copyBytes(into: block)
    return kept.append(UnsafeRawBufferPointer(rebasing: block[..<count])) ? count : 0
  }

  private func fail(_ error: DatabaseQuery.Failure) {
    failure.withLock { $0 = $0 ?? error.reason }
  }
}
