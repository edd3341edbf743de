/// Learns the time from a request to a ready picture, for each host apart.
///
/// Its times come from a clock that never goes back, and from loads over a network only: caches and files
/// would make slow hosts look fast.
///
/// - Complexity: O(1); a note sorts 64 numbers.
package struct ReadyTimes: Hashable, Sendable {
  private struct Sample: Hashable {
    /// Nil before the first answer.
    let host: String?
    let time: Duration
    /// The part of it from the first byte to the last; zero if none came.
    let transfer: Duration
  }

  /// The number of samples at which confidence reaches one half: the slowest of a few samples is not slow.
  private static let doubt = 3.0

  /// The loads of the last two or three screenfuls.
  private var recent = RecentValues<Sample>(capacity: 64)
  private var firstHost: String?
  /// The slowest of the hosts in use; nil before the first answer.
  private var slowestHost: String?
  /// The time that nine in ten loads from the slowest host in use do not exceed; nil before the first.
  package private(set) var p90: Duration?
  /// The average time of that host; nil before the first load.
  package private(set) var average: Duration?
  /// The average of the slowest twentieth of that host's times; nil before the first load.
  package private(set) var slowest: Duration?
  /// The average of the longest twentieth of that host's transfers; nil before the first load.
  package private(set) var slowestTransfer: Duration?

  /// Makes times before the first load.
  package init() {}

  /// Notes the time of a load that has ended.
  ///
  /// - Parameter transfer: the part of it from the first byte to the last; zero, the default, if that is unknown.
  package mutating func note(_ time: Duration, transfer: Duration = .zero, from host: String) {
    if firstHost == nil { firstHost = host }
    note(Sample(host: host, time: max(.zero, time), transfer: max(.zero, transfer)))
  }

  /// Notes a load that was given up: it would have taken longer than the time until now.
  ///
  /// The time counts only if it exceeds what is known; otherwise loads given up early would make hosts look
  /// fast. The host is unknown. It counts as the slowest one, or as the first to answer.
  mutating func noteUnanswered(after time: Duration) {
    if let p90, time <= p90 { return }
    note(Sample(host: slowestHost, time: max(.zero, time), transfer: .zero))
  }

  private mutating func note(_ sample: Sample) {
    recent.append(sample)
    summarize()
  }

  private mutating func summarize() {
    p90 = nil
    // Sorted, so that hosts of equal speed give the same result in every process.
    let hosts = Dictionary(grouping: recent.unordered) { $0.host ?? firstHost ?? "" }
    for (host, samples) in hosts.sorted(by: { $0.key < $1.key }) {
      let times = samples.map(\.time).sorted()
      let slow = times[(times.count * 9 - 1) / 10]
      if let p90, slow <= p90 { continue }
      slowestHost = firstHost == nil ? nil : host
      p90 = slow
      average = times.reduce(.zero, +) / times.count
      slowest = Self.averageOfTail(times) * (1 + Self.doubt / Double(times.count))
      slowestTransfer = Self.averageOfTail(samples.map(\.transfer).sorted())
    }
  }

  /// The average of the longest twentieth of some sorted times.
  private static func averageOfTail(_ times: [Duration]) -> Duration {
    let tail = times.suffix((times.count + 19) / 20)
    return tail.reduce(.zero, +) / tail.count
  }
}
