/// A partial schedule: transfers are placed one by one and never share the pipe.
struct ScheduleDraft {
  /// A transfer in whole nanoseconds, rounded up.
  struct Claim {
    let latency: Int
    let length: Int
    let release: Int
  }

  let demands: [Demand]
  private let claims: [Claim]
  private(set) var timeline: SlotTimeline
  private(set) var starts: [Duration?]
  private(set) var blank: [Double]

  init(_ demands: [Demand], bandwidth: Int, connections: Int) {
    self.demands = demands
    claims = demands.map {
      Claim(
        latency: max(0, $0.latency.wholeNanoseconds),
        length: max(0, $0.bytes).nanoseconds(at: bandwidth),
        release: max(0, $0.release.wholeNanoseconds))
    }
    timeline = SlotTimeline(connections: connections)
    starts = demands.map { _ in nil }
    blank = demands.map { $0.blank(ready: nil) }
  }

  /// The earliest completion of a demand, in nanoseconds.
  func earliest(_ index: Int) -> Int {
    let claim = claims[index]
    return timeline.earliestArrival(
      latency: claim.latency, length: claim.length, after: claim.release) + claim.length
  }

  /// The latest completion up to a given one, or up to the completion of the demand alone.
  func latest(_ index: Int, by completion: Int) -> Int? {
    let claim = claims[index]
    return timeline.latestArrival(
      latency: claim.latency, length: claim.length, after: claim.release,
      by: max(claim.release + claim.latency + claim.length, completion)
    ).map { $0 + claim.length }
  }

  /// The remaining blank time of a demand that completes at a time.
  func cost(_ index: Int, completion: Int) -> Double {
    demands[index].blank(ready: .nanoseconds(completion) + demands[index].decode)
  }

  /// Places a demand to complete at a time, unless that avoids no blank time.
  mutating func place(_ index: Int, completion: Int) {
    let cost = cost(index, completion: completion)
    guard cost < blank[index] else { return }
    let claim = claims[index]
    let arrival = completion - claim.length
    timeline.place(arrival: arrival, latency: claim.latency, length: claim.length)
    starts[index] = .nanoseconds(arrival - claim.latency)
    blank[index] = cost
  }
}

extension Int {
  /// The time of a number of bytes at a rate in nanoseconds, rounded up.
  fileprivate func nanoseconds(at bandwidth: Int) -> Int {
    let (whole, rest) = quotientAndRemainder(dividingBy: bandwidth)
    return whole * 1_000_000_000 + (rest * 1_000_000_000 + bandwidth - 1) / bandwidth
  }
}

extension Duration {
  /// The duration in nanoseconds, rounded up.
  var wholeNanoseconds: Int {
    Int(components.seconds) * 1_000_000_000
      + Int((components.attoseconds + 999_999_999) / 1_000_000_000)
  }
}
