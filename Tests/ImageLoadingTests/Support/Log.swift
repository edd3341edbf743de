import Synchronization

/// What happened, in order, from any thread.
final class Log<Entry: Sendable>: Sendable {
  private let list = Mutex<[Entry]>([])

  var entries: [Entry] { list.withLock { $0 } }
  var count: Int { entries.count }

  func add(_ entry: Entry) { list.withLock { $0.append(entry) } }
}
