/// A link whose rate is shared equally by all senders at every instant, like a fluid.
///
/// Fractions of bytes pass, but only whole bytes are granted. Time must not go back.
///
/// - Complexity: O(*n*) for every call, where *n* is the number of senders, and as much for each
///   sender that has finished since the last.
package struct SharedLink: Sendable {
  private struct Sender: Sendable {
    let id: Int
    let bytes: Int
    /// The number of bytes that have passed; at the end, exactly `bytes`.
    var passed = 0.0
    /// The number of bytes that have been granted.
    var granted = 0

    var left: Double { Double(bytes) - passed }
  }

  /// The bytes that a sender may send now.
  package struct Grant: Equatable, Sendable {
    package let id: Int
    package let bytes: Int
    /// Whether these are the sender's last bytes.
    package let isLast: Bool

    package init(id: Int, bytes: Int, isLast: Bool) {
      self.id = id
      self.bytes = bytes
      self.isLast = isLast
    }
  }

  /// The longest wait in seconds; a longer one might overflow an `Int64` of nanoseconds.
  private static let longestWait = 1e9

  package let bytesPerSecond: Int
  private var senders: [Sender] = []
  private var instant = Duration.zero

  /// - Parameter bytesPerSecond: at least 1.
  package init(bytesPerSecond: Int) {
    self.bytesPerSecond = max(1, bytesPerSecond)
  }

  /// Adds a sender.
  ///
  /// - Parameters:
  ///   - id: a unique identifier, used in its grants.
  ///   - bytes: the total number of bytes; at least 1.
  package mutating func add(_ id: Int, bytes: Int, at now: Duration) {
    advance(to: now)
    senders.append(Sender(id: id, bytes: max(1, bytes)))
  }

  /// Removes a sender early, if it exists.
  package mutating func end(_ id: Int, at now: Duration) {
    advance(to: now)
    senders.removeAll { $0.id == id }
  }

  /// Returns the whole bytes that have passed since the last call, in the order in which senders were added.
  ///
  /// Senders are removed after their last grant.
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

  /// The instant at which the next sender finishes, if none is added or removed before; nil without senders.
  package var nextEnd: Duration? {
    let left = senders.map(\.left)
    guard let least = left.min() else { return nil }
    let seconds = least * Double(left.count { $0 > 0 }) / Double(bytesPerSecond)
    return instant + .nanoseconds(Int64((min(seconds, Self.longestWait) * 1e9).rounded()))
  }

  /// Returns the bytes of a sender that have passed by the latest instant; nil if it doesn't exist.
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

  /// The tolerance for a finished sender: the bytes per nanosecond, the precision of time, plus rounding errors.
  ///
  /// Without it, no sender would finish exactly at `nextEnd`.
  private var negligible: Double { Double(bytesPerSecond) * 1e-9 + 1e-6 }
}
