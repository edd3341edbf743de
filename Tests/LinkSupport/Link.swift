/// What lies between a program and the terminal that shows it.
package struct Link: Sendable {
  package let name: String
  /// Nil for a pseudo-terminal on the same machine.
  package let bytesPerSecond: Double?
  /// The time there and back, without the time that bytes take.
  package let roundTrip: Duration
  /// The program runs in an ssh session.
  package let isLogin: Bool
  /// How often the terminal reads nothing, and for how long; nil for never.
  package let pauses: (every: Duration, length: Duration)?

  package init(
    name: String, kilobitsPerSecond: Double? = nil, roundTrip: Duration = .zero,
    isLogin: Bool = true, pauses: (every: Duration, length: Duration)? = nil
  ) {
    self.name = name
    bytesPerSecond = kilobitsPerSecond.map { $0 * 125 }
    self.roundTrip = roundTrip
    self.isLogin = isLogin
    self.pauses = pauses
  }

  /// What waits before the link until it takes no more: the socket and channel buffers of ssh, or
  /// what a terminal reads at once.
  package var queueBytes: Int { isLogin ? 262_144 : 16_384 }

  /// The first instant, from one on, at which the terminal reads.
  package func reads(from now: Duration) -> Duration {
    guard let pauses else { return now }
    let phase = now - pauses.every * Int(now / pauses.every)
    return phase < pauses.length ? now + (pauses.length - phase) : now
  }

  package static let local = Link(name: "local", isLogin: false)
  /// Terminals on the same machine, and one that is as fast far away.
  package static let terminals = [
    local,
    Link(name: "12 MB/s", kilobitsPerSecond: 96_000, isLogin: false),
    Link(
      name: "12 MB/s, pauses", kilobitsPerSecond: 96_000, isLogin: false,
      pauses: (every: .milliseconds(270), length: .milliseconds(50))),
    Link(
      name: "ssh, pauses", kilobitsPerSecond: 96_000,
      pauses: (every: .milliseconds(270), length: .milliseconds(50))),
    Link(name: "1 MB/s", kilobitsPerSecond: 8_000, isLogin: false),
  ]
  /// Logins from far away, where a page of pictures takes seconds.
  package static let distant = [
    Link(name: "1 Mbit/s 100 ms", kilobitsPerSecond: 1_000, roundTrip: .milliseconds(100)),
    Link(name: "10 Mbit/s 100 ms", kilobitsPerSecond: 10_000, roundTrip: .milliseconds(100)),
  ]
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
  private var traveling: [(arrival: Duration, bytes: [UInt8])] = []
  /// Up to when the rate has been used.
  private var servedUntil = Duration.zero

  init(bytesPerSecond: Double?, delay: Duration) {
    self.bytesPerSecond = bytesPerSecond
    self.delay = delay
  }

  /// Bytes that have not left yet.
  var queued: Int { waiting.count - taken }

  var isEmpty: Bool { queued == 0 && traveling.isEmpty }

  mutating func send(_ bytes: some Sequence<UInt8>, at now: Duration) {
    if queued == 0 { servedUntil = max(servedUntil, now) }
    waiting += bytes
  }

  /// Nothing leaves until an instant.
  mutating func pause(until now: Duration) { servedUntil = max(servedUntil, now) }

  /// What has arrived by an instant.
  mutating func arrivals(at now: Duration) -> [UInt8] {
    serve(until: now)
    let arrived = traveling.prefix { $0.arrival <= now }
    traveling.removeFirst(arrived.count)
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
    traveling.append((now + delay, Array(waiting[taken..<taken + count])))
    taken += count
    if taken == waiting.count || taken > 65_536 {
      waiting.removeFirst(taken)
      taken = 0
    }
  }
}
