/// How long a host takes, as moving averages; nil before the first of each.
package struct HostTimes: Hashable, Sendable {
  /// From a request to the head of its answer.
  package private(set) var firstByte: Duration?
  /// From the head of an answer to its end.
  package private(set) var transfer: Duration?

  package init() {}

  mutating func noteFirstByte(after time: Duration) { Self.count(time, into: &firstByte) }

  mutating func noteTransfer(lasting time: Duration) { Self.count(time, into: &transfer) }

  /// Counts a time in by a quarter: half of the average is the last two or three.
  private static func count(_ time: Duration, into average: inout Duration?) {
    let time = max(.zero, time)
    average = average.map { $0 + (time - $0) / 4 } ?? time
  }
}
