/// The link between a program and the terminal that shows it.
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

  /// The bytes that wait before the link when it is full: the socket and channel buffers of ssh, or a
  /// read of a terminal.
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
