/// The times from request to ready picture, per host.
///
/// Times are measured by a monotonic clock, and only for loads over a network: caches and files
/// would make slow hosts look fast.
///
/// - Complexity: O(1); adding a time sorts 64 numbers.
package struct ReadyTimes: Hashable, Sendable {
  private struct Sample: Hashable {
    let host: String
    let time: Duration
  }

  /// The loads of the last two or three screenfuls.
  private var recent = RecentValues<Sample>(capacity: 64)
  /// The average time of the slowest host; nil before the first load.
  package private(set) var average: Duration?
  /// The average of the slowest twentieth of that host's times; nil before the first load.
  package private(set) var slowest: Duration?

  /// Creates statistics without loads.
  package init() {}

  /// Records the time of a finished load.
  package mutating func record(_ time: Duration, from host: String) {
    recent.append(Sample(host: host, time: max(.zero, time)))
    average = nil
    // Hosts are sorted, so that equal speeds give the same result in every process.
    let hosts = Dictionary(grouping: recent.unordered, by: \.host).sorted { $0.key < $1.key }
    for (_, samples) in hosts {
      let times = samples.map(\.time).sorted()
      let mean = times.reduce(.zero, +) / times.count
      if let average, mean <= average { continue }
      average = mean
      let tail = times.suffix((times.count + 19) / 20)
      slowest = tail.reduce(.zero, +) / tail.count
    }
  }
}
