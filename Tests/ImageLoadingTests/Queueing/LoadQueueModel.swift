@testable import ImageLoading

/// What a load queue is to do, in the plainest words: one list, searched every time.
struct LoadQueueModel {
  private struct Entry {
    let id: Int
    let host: String
    var priority: ImagePriority
    var isRunning = false
  }

  let limits: LoadQueue<Int>.Limits
  private var entries: [Entry] = []

  init(limits: LoadQueue<Int>.Limits) { self.limits = limits }

  var waitingCount: Int { entries.count { !$0.isRunning } }
  var runningCount: Int { entries.count { $0.isRunning } }

  mutating func enqueue(_ id: Int, host: String, priority: ImagePriority) {
    if entries.contains(where: { $0.id == id }) { return }
    entries.append(Entry(id: id, host: host, priority: priority))
  }

  mutating func setPriority(_ priority: ImagePriority, of id: Int) {
    for index in entries.indices where entries[index].id == id {
      entries[index].priority = priority
    }
  }

  mutating func remove(_ id: Int) { entries.removeAll { $0.id == id } }

  mutating func next() -> Int? {
    let candidates = entries.filter { !$0.isRunning && mayStart($0) }
    guard let priority = candidates.map(\.priority).max(),
      let id = candidates.first(where: { $0.priority == priority })?.id
    else { return nil }
    for index in entries.indices where entries[index].id == id { entries[index].isRunning = true }
    return id
  }

  private func mayStart(_ entry: Entry) -> Bool {
    let running = entries.filter(\.isRunning)
    let neighbours = running.filter { $0.host == entry.host }
    guard running.count < limits.total, neighbours.count < limits.perHost else { return false }
    if entry.priority >= .normal { return true }
    return !entries.contains { !$0.isRunning && $0.priority >= .normal }
      && running.count { $0.priority < .normal } < max(1, limits.total - 1)
      && neighbours.count { $0.priority < .normal } < max(1, limits.perHost - 1)
  }
}
