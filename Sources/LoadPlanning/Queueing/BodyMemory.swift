import ImageRequests
import LinkEstimates

/// The memory for bodies: those received and not decoded yet, and those in transfer.
///
/// Above a limit no load starts, whatever its priority; decoding makes room. The last third is
/// reserved for visible pictures, even if speculation has grown beyond the rest. Below the limit
/// one body may start, however large.
///
/// A body in transfer counts with the bytes received or, if that is more, with its announced
/// length. Before that, it counts with the average of earlier ones. A long body reserves its room
/// gradually: a slow one keeps no other waiting for room that it doesn't need yet.
package struct BodyMemory: Sendable {
  package static let defaultLimitBytes = Constants.Memory.limitBytes

  /// The limit; less than 1 counts as 1.
  var limitBytes: Int
  /// The bodies received.
  var held = BodyBytes()
  /// The bodies in transfer.
  private var incoming = BodyBytes()
  private var lengths = MovingAverage<Double>(divisor: Constants.Average.divisor)

  init(limitBytes: Int) {
    self.limitBytes = limitBytes
  }

  /// The average length of the bodies so far; 0 before the first.
  private var averageBytes: Int { Int(lengths.value ?? 0) }

  var inHandBytes: Int { held.total + incoming.total }

  /// Whether another body may start.
  func hasRoom(forSpeculation isSpeculative: Bool) -> Bool {
    let third = limitBytes / Constants.Memory.visibleDivisor
    if isSpeculative { return inHandBytes < max(1, limitBytes - third) }
    return inHandBytes < max(1, limitBytes) || held.onScreen + incoming.onScreen < max(1, third)
  }

  /// Counts a body that starts; returns its share.
  mutating func reserve(isSpeculative: Bool) -> Int {
    incoming.add(averageBytes, isSpeculative: isSpeculative)
    return averageBytes
  }

  /// Counts a body as speculation or as visible from now on.
  mutating func move(_ share: Int, toSpeculation isSpeculative: Bool) {
    incoming.add(-share, isSpeculative: !isSpeculative)
    incoming.add(share, isSpeculative: isSpeculative)
  }

  /// Updates the share of a body.
  ///
  /// - Parameters:
  ///   - share: the bytes that it counts for.
  ///   - length: the announced length; nil if unknown.
  mutating func update(
    _ share: inout Int, isSpeculative: Bool, received: Int, of length: Int?
  ) {
    let latest = max(received, min(length ?? averageBytes, Constants.Memory.mostReservedBytes))
    incoming.add(latest - share, isSpeculative: isSpeculative)
    share = latest
  }

  /// Adds the length of a body to the average.
  mutating func recordLength(_ length: Int) {
    lengths.add(Double(min(max(0, length), Constants.Memory.mostReservedBytes)))
  }

  /// Removes a body that is no longer in transfer.
  mutating func release(_ share: Int, isSpeculative: Bool) {
    incoming.add(-share, isSpeculative: isSpeculative)
  }
}

/// The bytes of some bodies, and those of them for visible pictures.
struct BodyBytes: Hashable, Sendable {
  private(set) var total = 0
  private(set) var onScreen = 0

  mutating func add(_ bytes: Int, isSpeculative: Bool) {
    total += bytes
    if !isSpeculative { onScreen += bytes }
  }
}
