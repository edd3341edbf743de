/// What lies between a program and the terminal that shows it.
package struct Link: Sendable {
  package let name: String
  /// Nil for a pseudo-terminal on the same machine.
  package let bytesPerSecond: Double?
  /// There and back, without what bytes take.
  package let roundTrip: Duration
  /// What waits before the link until it takes no more: the socket and channel buffers of ssh.
  package let queueBytes = 262_144

  package init(name: String, kilobitsPerSecond: Double? = nil, roundTrip: Duration = .zero) {
    self.name = name
    bytesPerSecond = kilobitsPerSecond.map { $0 * 125 }
    self.roundTrip = roundTrip
  }

  package static let local = Link(name: "local")
  package static let all = [
    local,
    Link(name: "10 Mbit/s", kilobitsPerSecond: 10_000),
    Link(name: "10 Mbit/s 80 ms", kilobitsPerSecond: 10_000, roundTrip: .milliseconds(80)),
    Link(name: "1 Mbit/s", kilobitsPerSecond: 1_000),
    Link(name: "1 Mbit/s 80 ms", kilobitsPerSecond: 1_000, roundTrip: .milliseconds(80)),
    Link(name: "64 kbit/s", kilobitsPerSecond: 64),
  ]
}

/// Bytes under way in one direction: they leave one after the other at a rate, and arrive later.
struct Pipe {
  private let bytesPerSecond: Double?
  private let delay: Duration
  private var waiting: [UInt8] = []
  private var taken = 0
  private var travelling: [(arrival: Duration, bytes: [UInt8])] = []
  /// Up to when the rate has been used.
  private var servedUntil = Duration.zero

  init(bytesPerSecond: Double?, delay: Duration) {
    self.bytesPerSecond = bytesPerSecond
    self.delay = delay
  }

  /// Bytes that have not left yet.
  var queued: Int { waiting.count - taken }

  var isEmpty: Bool { queued == 0 && travelling.isEmpty }

  mutating func send(_ bytes: some Sequence<UInt8>, at now: Duration) {
    if queued == 0 { servedUntil = max(servedUntil, now) }
    waiting += bytes
  }

  /// What has arrived by an instant.
  mutating func arrivals(at now: Duration) -> [UInt8] {
    serve(until: now)
    let arrived = travelling.prefix { $0.arrival <= now }
    travelling.removeFirst(arrived.count)
    return arrived.flatMap(\.bytes)
  }

  /// Whole bytes only, so that no fraction of the rate is lost.
  private mutating func serve(until now: Duration) {
    guard queued > 0 else { return }
    var count = queued
    if let bytesPerSecond {
      count = min(count, Int((now - servedUntil) / .seconds(1) * bytesPerSecond))
      guard count > 0 else { return }
      servedUntil += .seconds(Double(count) / bytesPerSecond)
    }
    travelling.append((now + delay, Array(waiting[taken..<taken + count])))
    taken += count
    if taken == waiting.count || taken > 65_536 {
      waiting.removeFirst(taken)
      taken = 0
    }
  }
}
