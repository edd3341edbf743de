/// The connections of a client to a server: those that are open, and the instants at which others will be.
struct ConnectionPool {
  private let link: Link
  /// The open connections that no transfer uses.
  private var idle = 0
  /// The instant at which the only connection is open; nil before it is wanted.
  private var isOpenAt: Duration?

  init(_ link: Link) { self.link = link }

  /// Gives a transfer a connection, and returns the instant at which its request can be sent.
  mutating func take(at now: Duration) -> Duration {
    if link.streams != nil {
      let instant = isOpenAt ?? now + link.timeToConnect
      isOpenAt = instant
      return max(now, instant)
    }
    guard idle > 0 else { return now + link.timeToConnect }
    idle -= 1
    return now
  }

  /// Takes the connection of a transfer that has ended back; a stopped one closes its connection.
  mutating func giveBack() { idle += 1 }
}
