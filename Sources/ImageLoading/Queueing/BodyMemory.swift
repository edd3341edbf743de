import LinkEstimates

/// The bytes of bodies that are in memory: received and not decoded yet, or on their way.
///
/// Beyond a limit nothing more starts, whatever its priority; decoding makes room. The last third of it is for what
/// is on screen, also where speculation has grown beyond the rest. Below the limit one body may start, however large.
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
  var held = BodyBytes()
  /// The bodies that are on their way.
  private var incoming = BodyBytes()
  private var lengths = MovingAverage<Double>(divisor: 4)

  init(limitBytes: Int) {
    self.limitBytes = limitBytes
  }

  /// The average length of the bodies so far; 0 before the first.
  private var averageBytes: Int { Int(lengths.value ?? 0) }

  var inHandBytes: Int { held.total + incoming.total }

  /// Whether one more body may start.
  func hasRoom(forSpeculation isSpeculative: Bool) -> Bool {
    let third = limitBytes / 3
    if isSpeculative { return inHandBytes < max(1, limitBytes - third) }
    return inHandBytes < max(1, limitBytes) || held.onScreen + incoming.onScreen < max(1, third)
  }

  /// Counts a body that starts; returns what it counts for.
  mutating func reserve(isSpeculative: Bool) -> Int {
    incoming.add(averageBytes, isSpeculative: isSpeculative)
    return averageBytes
  }

  /// Counts a body as speculation from now on, or as on screen.
  mutating func move(_ share: Int, toSpeculation isSpeculative: Bool) {
    incoming.add(-share, isSpeculative: !isSpeculative)
    incoming.add(share, isSpeculative: isSpeculative)
  }

  /// Counts a body anew.
  ///
  /// - Parameters:
  ///   - share: what it counts for.
  ///   - length: how long it will be; nil if nothing is known.
  mutating func update(
    _ share: inout Int, isSpeculative: Bool, received: Int, of length: Int?
  ) {
    let latest = max(received, min(length ?? averageBytes, Self.mostReserved))
    incoming.add(latest - share, isSpeculative: isSpeculative)
    share = latest
  }

  /// Takes the length of a body into the average.
  mutating func recordLength(_ length: Int) {
    lengths.add(Double(min(max(0, length), Self.mostReserved)))
  }

  /// Forgets a body that is not on its way any more.
  mutating func release(_ share: Int, isSpeculative: Bool) {
    incoming.add(-share, isSpeculative: isSpeculative)
  }
}

/// The bytes of some bodies, and how many of them are for what is on screen.
struct BodyBytes: Hashable, Sendable {
  private(set) var total = 0
  private(set) var onScreen = 0

  mutating func add(_ bytes: Int, isSpeculative: Bool) {
    total += bytes
    if !isSpeculative { onScreen += bytes }
  }
}
