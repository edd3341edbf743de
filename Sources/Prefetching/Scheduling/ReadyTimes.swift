/// Learns the time from a request to a ready picture, for each host apart.
///
/// Its times come from a clock that never goes back, and from loads over a network only: caches and files
/// would make slow hosts look fast.
///
/// - Complexity: O(1); a note sorts 64 numbers.
package struct ReadyTimes: Hashable, Sendable {
  private struct Sample: Hashable {
    let host: String
    let time: Duration
  }

  /// The loads of the last two or three screenfuls.
  private var recent = RecentValues<Sample>(capacity: 64)
  /// The average time of the host that is slowest on average; nil before the first load.
  package private(set) var average: Duration?
  /// The average of the slowest twentieth of that host's times; nil before the first load.
  package private(set) var slowest: Duration?

  /// Makes times before the first load.
  package init() {}

  /// Notes the time of a load that has ended.
  package mutating func note(_ time: Duration, from host: String) {
    recent.append(Sample(host: host, time: max(.zero, time)))
    average = nil
    // Sorted, so that hosts of equal speed give the same result in every process.
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
