import Synchronization

/// A list of entries that any thread may add to.
package final class Log<Entry: Sendable>: Sendable {
  private let list = Mutex<[Entry]>([])

  package init() {}

  package var entries: [Entry] { list.withLock { $0 } }
  package var count: Int { entries.count }

  package func add(_ entry: Entry) { list.withLock { $0.append(entry) } }
}
