import GalleryApp
import ImageLoading

/// A benchmark of loads canceled before their first byte: in the queue alone, and in the pipeline.
package struct ScheduleBenchmark {
  private let hosts: Int
  private let entries: Int
  private let runs: Int

  /// - Parameters:
  ///   - hosts: the number of hosts over which the loads are spread.
  ///   - entries: the number of loads that are started and canceled in a run.
  ///   - runs: the number of runs, whose median is printed; at least 1.
  package init(hosts: Int, entries: Int, runs: Int) {
    self.hosts = hosts
    self.entries = entries
    self.runs = runs
  }

  /// Prints the total cost of all loads, in each way.
  package func run() throws {
    let queue = QueueChurn(hosts: hosts, entries: entries)
    try measure("queue, each at once") { queue.cancelEach() }
    try measure("queue, when all wait") { queue.cancelAfterAll() }
    let pipeline = PipelineChurn(hosts: hosts, entries: entries)
    try measure("pipeline, each at once") { pipeline.cancelEach() }
    try measure("pipeline, when all wait") { pipeline.cancelAfterAll() }
  }

  private func measure(_ way: String, _ work: () -> Void) throws {
    let cost = Cost(medianOf: runs, work)
    try StandardOutput.write("\(entries) started and canceled by the \(way): \(cost)\n")
  }
}

/// The same workload on the load queue alone: a third of the loads are on screen.
///
/// The loads wait, and are removed before their turn.
private struct QueueChurn {
  private let hosts: [String]
  private let entries: Int

  init(hosts: Int, entries: Int) {
    self.hosts = (0..<hosts).map { "host-\($0).example" }
    self.entries = entries
  }

  /// Removes each load after adding it, so that at most one waits at a time.
  func cancelEach() {
    var queue = emptyQueue
    for entry in 0..<entries {
      enqueue(entry, &queue)
      _ = queue.abandon(entry)
    }
  }

  /// Removes the loads after all of them wait.
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
