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

  /// The items in the order of emission, with runs of neighbors as ranges: `3…9 1`.
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
    return runs.map { $0.first == $0.last ? "\($0.first)" : "\($0.first)…\($0.last)" }
      .joined(separator: " ")
  }
}
