import Prefetching

/// The latest tracker events in the order of emission, for the overlay.
package struct TrackerLog: Hashable, Sendable {
  static let capacity = 12

  /// The events, oldest first, one line per event.
  package private(set) var lines: [String] = []

  mutating func add(_ change: TrackerChange) {
    add("cancel", change.cancel)
    add("load", change.load)
    add("prefetch", change.prefetch)
  }

  private mutating func add(_ name: String, _ items: [Int]) {
    if items.isEmpty { return }
    lines.append("\(name) \(Self.summary(of: items))")
    if lines.count > Self.capacity { lines.removeFirst(lines.count - Self.capacity) }
  }

  /// The items' numbers from 1 in the order of emission, with runs of neighbors as ranges: `4…10 2`.
  static func summary(of items: [Int]) -> String {
    var runs: [(first: Int, last: Int)] = []
    for item in items {
      if let run = runs.last, abs(item - run.last) == 1,
        run.first == run.last || (item - run.last) == (run.last - run.first).signum()
      {
        runs[runs.count - 1].last = item
      } else {
        runs.append((item, item))
      }
    }
    return runs.map { run in
      run.first == run.last ? "\(run.first + 1)" : "\(run.first + 1)…\(run.last + 1)"
    }
    .joined(separator: " ")
  }
}
