/// Bytes under way in one direction: they leave one after the other at a rate, and arrive later.
package struct LinkPipe: Sendable {
  /// Bytes that arrive together.
  package typealias Arrival = (instant: Duration, bytes: [UInt8])

  /// The time in which the bytes of one arrival leave.
  private static let grain = Duration.milliseconds(1)

  private let bytesPerSecond: Double?
  private let delay: Duration
  private var waiting: [UInt8] = []
  private var taken = 0
  private var traveling: [Arrival] = []
  /// Bytes that have left and not arrived yet.
  package private(set) var travelingBytes = 0
  /// Up to when the rate has been used.
  private var servedUntil = Duration.zero

  /// - Parameters:
  ///   - bytesPerSecond: the rate, more than 0; nil for no limit.
  ///   - delay: the time that every byte travels.
  package init(bytesPerSecond: Double?, delay: Duration) {
    self.bytesPerSecond = bytesPerSecond
    self.delay = delay
  }

  /// Bytes that have not left yet.
  package var queued: Int { waiting.count - taken }

  package var isEmpty: Bool { queued == 0 && traveling.isEmpty }

  /// The instant of the next arrival; nil if nothing is under way.
  package var nextArrival: Duration? {
    if let first = traveling.first { return first.instant }
    guard queued > 0, let bytesPerSecond else { return nil }
    return servedUntil + .seconds(Double(min(queued, grainBytes(bytesPerSecond))) / bytesPerSecond)
      + delay
  }

  package mutating func send(_ bytes: [UInt8], at now: Duration) {
    if bytes.isEmpty { return }
    guard bytesPerSecond != nil else {
      leave(bytes, at: now)
      return
    }
    if queued == 0 { servedUntil = max(servedUntil, now) }
    waiting += bytes
  }

  /// Nothing leaves until an instant.
  package mutating func pause(until now: Duration) { servedUntil = max(servedUntil, now) }

  /// The bytes that have arrived by an instant.
  package mutating func arrivals(at now: Duration) -> [Arrival] {
    serve(until: now)
    let arrived = traveling.prefix { $0.instant <= now }
    traveling.removeFirst(arrived.count)
    travelingBytes -= arrived.reduce(0) { $0 + $1.bytes.count }
    return Array(arrived)
  }

  private mutating func leave(_ bytes: [UInt8], at instant: Duration) {
    traveling.append((instant + delay, bytes))
    travelingBytes += bytes.count
  }

  /// Lets whole grains leave, and what is less than one at the end.
  private mutating func serve(until now: Duration) {
    guard let bytesPerSecond else { return }
    while queued > 0 {
      let count = min(queued, grainBytes(bytesPerSecond))
      let end = servedUntil + .seconds(Double(count) / bytesPerSecond)
      if end > now { break }
      servedUntil = end
      leave(Array(waiting[taken..<taken + count]), at: end)
      taken += count
    }
    if taken == waiting.count || taken > 65_536 {
      waiting.removeFirst(taken)
      taken = 0
    }
  }

  private func grainBytes(_ bytesPerSecond: Double) -> Int {
    max(1, Int(bytesPerSecond * (Self.grain / .seconds(1))))
  }
}
