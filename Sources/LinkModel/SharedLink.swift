/// A link whose rate all who are sending have equal shares of, at every instant: a fluid, cut into
/// whole bytes only when it is handed out.
///
/// Instants never go back. Every call costs O(senders), and once more for each that comes to its end.
package struct SharedLink: Sendable {
  private struct Sender: Sendable {
    let id: Int
    let bytes: Int
    /// How much of it is through; bytes at its end, exactly.
    var passed = 0.0
    /// How much of that has been handed out.
    var granted = 0

    var left: Double { Double(bytes) - passed }
  }

  /// What may be sent now.
  package struct Grant: Equatable, Sendable {
    package let id: Int
    package let bytes: Int
    /// Nothing comes after it.
    package let isLast: Bool

    package init(id: Int, bytes: Int, isLast: Bool) {
      self.id = id
      self.bytes = bytes
      self.isLast = isLast
    }
  }

  /// A wait that nobody outlives, in seconds; longer ones might not fit a number of nanoseconds.
  private static let longestWait = 1e9

  package let bytesPerSecond: Int
  private var senders: [Sender] = []
  private var instant = Duration.zero

  /// - Parameter bytesPerSecond: 1 at least.
  package init(bytesPerSecond: Int) {
    self.bytesPerSecond = max(1, bytesPerSecond)
  }

  /// Has one more share the link from now on.
  ///
  /// - Parameters:
  ///   - id: What its grants are called by; nobody else's.
  ///   - bytes: All that it will send, 1 at least.
  package mutating func begin(_ id: Int, bytes: Int, at now: Duration) {
    advance(to: now)
    senders.append(Sender(id: id, bytes: max(1, bytes)))
  }

  /// Has one leave before its end; nothing for one that is not there.
  package mutating func end(_ id: Int, at now: Duration) {
    advance(to: now)
    senders.removeAll { $0.id == id }
  }

  /// The whole bytes that have come through since the last call, in the order of beginning.
  ///
  /// Who has all of them is forgotten.
  package mutating func grants(at now: Duration) -> [Grant] {
    advance(to: now)
    var grants: [Grant] = []
    for index in senders.indices {
      let more = Int(senders[index].passed) - senders[index].granted
      guard more > 0 else { continue }
      senders[index].granted += more
      let isLast = senders[index].granted == senders[index].bytes
      grants.append(Grant(id: senders[index].id, bytes: more, isLast: isLast))
    }
    senders.removeAll { $0.granted == $0.bytes }
    return grants
  }

  /// When the next sender is through, to the nanosecond, unless somebody begins or leaves before; nil
  /// when idle.
  package var nextEnd: Duration? {
    let left = senders.map(\.left)
    guard let least = left.min() else { return nil }
    let seconds = least * Double(left.count { $0 > 0 }) / Double(bytesPerSecond)
    return instant + .nanoseconds(Int64((min(seconds, Self.longestWait) * 1e9).rounded()))
  }

  /// How many bytes of a sender have come through by the latest instant; nil for one that is not there.
  package func passedBytes(of id: Int) -> Double? {
    senders.first { $0.id == id }?.passed
  }

  private mutating func advance(to now: Duration) {
    var elapsed = (now - instant) / .seconds(1)
    instant = max(instant, now)
    while elapsed > 0 {
      var (sending, least) = (0, Double.infinity)
      for sender in senders where sender.left > 0 {
        sending += 1
        least = min(least, sender.left)
      }
      if sending == 0 { return }
      let rate = Double(bytesPerSecond) / Double(sending)
      let share = min(least, elapsed * rate)
      for index in senders.indices where senders[index].left > 0 { pass(share, of: index) }
      elapsed -= share / rate
    }
  }

  private mutating func pass(_ share: Double, of index: Int) {
    let sender = senders[index]
    senders[index].passed =
      sender.left - share < negligible ? Double(sender.bytes) : sender.passed + share
  }

  /// What comes through in a nanosecond, the precision of instants, and the error of some additions:
  /// without them nobody would be through at `nextEnd` exactly.
  private var negligible: Double { Double(bytesPerSecond) * 1e-9 + 1e-6 }
}
