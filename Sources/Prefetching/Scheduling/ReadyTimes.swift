/// Learns how long pictures take from being asked for to being ready, of each host apart.
///
/// Feed it from a clock that never goes back, and only what came over a network: caches and files would
/// make hosts look fast that are not.
///
/// - Complexity: O(1); a note sorts 64 numbers.
package struct ReadyTimes: Hashable, Sendable {
  private struct Sample: Hashable {
    /// Nil where nobody has answered yet.
    let host: String?
    let time: Duration
  }

  /// So many loads say half as much as can be said: the slowest ones of a few are not slow.
  private static let doubt = 3.0

  /// The last two or three screenfuls.
  private var recent = RecentValues<Sample>(capacity: 64)
  private var firstHost: String?
  /// The slowest of the hosts that are in use; nil before the first load has been answered.
  private var slowestHost: String?
  /// Nine in ten loads took no longer; nil before the first.
  ///
  /// It is that of the slowest of the hosts that are in use.
  package private(set) var p90: Duration?
  /// The average of that host; nil before the first.
  package private(set) var average: Duration?
  /// The average of the slowest twentieth of that host's; nil before the first.
  package private(set) var slowest: Duration?

  /// Knows nothing yet.
  package init() {}

  /// A picture took so long.
  package mutating func note(_ time: Duration, from host: String) {
    if firstHost == nil { firstHost = host }
    note(Sample(host: host, time: max(.zero, time)))
  }

  /// A load was given up that had taken so long: it would have taken longer.
  ///
  /// That counts only where it is news; otherwise those given up early would make hosts look fast. Which
  /// host it was nobody knows: the slowest one, most likely, or the first one to answer.
  mutating func noteUnanswered(after time: Duration) {
    if let p90, time <= p90 { return }
    note(Sample(host: slowestHost, time: max(.zero, time)))
  }

  private mutating func note(_ sample: Sample) {
    recent.append(sample)
    summarise()
  }

  private mutating func summarise() {
    p90 = nil
    // In order, so that hosts of equal speed give the same in every process.
    let hosts = Dictionary(grouping: recent.unordered) { $0.host ?? firstHost ?? "" }
    for (host, samples) in hosts.sorted(by: { $0.key < $1.key }) {
      let times = samples.map(\.time).sorted()
      let slow = times[(times.count * 9 - 1) / 10]
      if let p90, slow <= p90 { continue }
      slowestHost = firstHost == nil ? nil : host
      p90 = slow
      average = times.reduce(.zero, +) / times.count
      let tail = times.suffix((times.count + 19) / 20)
      slowest = tail.reduce(.zero, +) / tail.count * (1 + Self.doubt / Double(times.count))
    }
  }
}
