/// A link whose rate all senders share equally at every instant, as a fluid.
///
/// Bytes become whole only when they are granted. Instants never go back.
///
/// - Complexity: O(senders) for every call, and as much again for each sender that has finished since the last.
package struct SharedLink: Sendable {
  private struct Sender: Sendable {
    let id: Int
    let bytes: Int
    /// The bytes that have passed; at the end exactly `bytes`.
    var passed = 0.0
    /// The bytes that have been granted.
    var granted = 0

    var left: Double { Double(bytes) - passed }
  }

  /// The bytes that a sender may send now.
  package struct Grant: Equatable, Sendable {
    package let id: Int
    package let bytes: Int
    /// Whether it completes the sender's bytes.
    package let isLast: Bool

    package init(id: Int, bytes: Int, isLast: Bool) {
      self.id = id
      self.bytes = bytes
      self.isLast = isLast
    }
  }

  /// The longest wait in seconds; a longer one might not fit a number of nanoseconds.
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
  ///   - id: the name of its grants, which no other sender has.
  ///   - bytes: all that it will send; at least 1.
  package mutating func begin(_ id: Int, bytes: Int, at now: Duration) {
    advance(to: now)
    senders.append(Sender(id: id, bytes: max(1, bytes)))
  }

  /// Removes a sender before its end, if it is there.
  package mutating func end(_ id: Int, at now: Duration) {
    advance(to: now)
    senders.removeAll { $0.id == id }
  }

  /// The whole bytes that have passed since the last call, in the order in which the senders began.
  ///
  /// A sender with its last grant is removed.
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

  /// The instant at which the next sender finishes, to the nanosecond, if none begins or leaves before; nil
  /// without a sender.
  package var nextEnd: Duration? {
    let left = senders.map(\.left)
    guard let least = left.min() else { return nil }
    let seconds = least * Double(left.count { $0 > 0 }) / Double(bytesPerSecond)
    return instant + .nanoseconds(Int64((min(seconds, Self.longestWait) * 1e9).rounded()))
  }

  /// The bytes of a sender that have passed by the latest instant; nil if it is not there.
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

  /// The bytes that pass in a nanosecond, the precision of instants, and the error of some additions.
  ///
  /// Without this allowance no sender would finish exactly at `nextEnd`.
  private var negligible: Double { Double(bytesPerSecond) * 1e-9 + 1e-6 }
}
