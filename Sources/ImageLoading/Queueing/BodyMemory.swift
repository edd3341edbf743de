/// The bytes of bodies that are in memory: received and not decoded yet, or on their way.
///
/// Beyond a limit nothing more starts, whatever its priority; decoding makes room. The last third of it is for what
/// is on screen. Below the limit one body may start, however large.
///
/// A body on its way counts with what has come of it or, if that is more, with the length that its server announces.
/// Before that, it counts with the average of earlier ones. A long body takes its room as it comes: a slow
/// one keeps no other waiting for room that it does not need yet.
struct BodyMemory: Sendable {
  /// Half a second's work of two decode threads, and what a fast link brings meanwhile.
  static let defaultLimitBytes = 36 << 20

  /// The most that a body counts for beyond what has come of it.
  private static let mostReserved = 4 << 20

  /// Less than 1 counts as 1.
  var limitBytes: Int
  /// The bodies that are here.
  var heldBytes = 0
  /// The bodies that are on their way.
  private(set) var incomingBytes = 0
  /// The average length of the bodies so far, in which the latest counts a quarter.
  private var averageBytes = 0

  init(limitBytes: Int) {
    self.limitBytes = limitBytes
  }

  var inHandBytes: Int { heldBytes + incomingBytes }

  /// Whether one more body may start.
  func hasRoom(forSpeculation isSpeculative: Bool) -> Bool {
    inHandBytes < max(1, isSpeculative ? limitBytes - limitBytes / 3 : limitBytes)
  }

  /// Counts a body that starts; returns what it counts for.
  mutating func begin() -> Int {
    incomingBytes += averageBytes
    return averageBytes
  }

  /// Counts a body anew.
  ///
  /// - Parameters:
  ///   - share: what it counts for.
  ///   - length: how long it will be; nil if nothing is known.
  mutating func update(_ share: inout Int, received: Int, of length: Int?) {
    let latest = max(received, min(length ?? averageBytes, Self.mostReserved))
    incomingBytes += latest - share
    share = latest
  }

  /// Takes the length of a body into the average.
  mutating func recordLength(_ length: Int) {
    let length = min(max(0, length), Self.mostReserved)
    averageBytes = averageBytes == 0 ? length : averageBytes + (length - averageBytes) / 4
  }

  /// Forgets a body that is not on its way any more.
  mutating func end(_ share: Int) { incomingBytes -= share }
}
