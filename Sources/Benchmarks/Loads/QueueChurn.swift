import ImageLoading

/// The load queue alone: loads that wait, a third of them on screen, and are given up before their turn.
struct QueueChurn {
  private let hosts: [String]
  private let entries: Int

  init(hosts: Int, entries: Int) {
    self.hosts = (0..<hosts).map { "host-\($0).example" }
    self.entries = entries
  }

  /// No more than one waits at a time.
  func cancelEach() {
    var queue = emptyQueue
    for entry in 0..<entries {
      enqueue(entry, &queue)
      _ = queue.abandon(entry)
    }
  }

  /// The first is removed when all wait.
  func cancelAfterAll() {
    var queue = emptyQueue
    for entry in 0..<entries { enqueue(entry, &queue) }
    for entry in 0..<entries { _ = queue.abandon(entry) }
  }

  private var emptyQueue: LoadQueue<Int> { LoadQueue(limits: .init(total: 12, perHost: 6)) }

  private func enqueue(_ entry: Int, _ queue: inout LoadQueue<Int>) {
    queue.enqueue(
      entry, host: hosts[entry % hosts.count], priority: entry % 3 == 0 ? .high : .low,
      visibleAt: .milliseconds(entry))
  }
}
