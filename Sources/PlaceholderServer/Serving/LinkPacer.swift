import NIOCore
import SimulationModels

/// Grants bytes to responses that share one link.
///
/// It is confined to the server's event loop. While responses are sent it wakes a hundred times a second,
/// and at the end of each response. So they end exactly when the link has carried them. All its instants
/// are those of the link's clock, which stops during outages.
final class LinkPacer {
  /// The longest time from the transfer of a byte to its grant.
  private static let period = Duration.milliseconds(10)

  private let loop: any EventLoop
  private var clock: LinkClock
  private var link: SharedLink
  private var recipients: [Int: (Int) -> Void] = [:]
  private var lastTicket = 0
  private var timer: Scheduled<Void>?
  private var nextTick = Duration.zero

  /// - Parameter outages: the outages; nil, the default, for none.
  init(bytesPerSecond: Int, outages: Outages? = nil, on loop: any EventLoop) {
    self.loop = loop
    clock = LinkClock(outages)
    link = SharedLink(bytesPerSecond: bytesPerSecond)
  }

  /// Adds a response to those that share the link.
  ///
  /// - Parameters:
  ///   - bytes: the length of its whole body.
  ///   - grant: called with the number of additional bytes that may be sent, until all are granted.
  /// - Returns: a ticket to end it earlier.
  func add(bytes: Int, grant: @escaping (Int) -> Void) -> Int {
    lastTicket += 1
    recipients[lastTicket] = grant
    link.add(lastTicket, bytes: bytes, at: now)
    schedule()
    return lastTicket
  }

  /// Returns a response's share to the others; does nothing after its end.
  func end(_ ticket: Int) {
    recipients[ticket] = nil
    link.end(ticket, at: now)
    schedule()
  }

  /// The instant at which a response delayed from now on may begin.
  func deadline(after delay: Duration) -> NIODeadline {
    clock.instant(of: now + delay, at: loop.now)
  }

  private var now: Duration { clock.time(at: loop.now) }

  private func pass() {
    nextTick = now + Self.period
    for grant in link.grants(at: now) {
      let recipient = recipients[grant.id]
      if grant.isLast { recipients[grant.id] = nil }
      recipient?(grant.bytes)
    }
    schedule()
  }

  /// Resets the timer, because a start or an end changes when the next response ends; ticks are not delayed.
  private func schedule() {
    timer?.cancel()
    timer = nil
    guard let end = link.nextEnd else { return }
    if nextTick < now { nextTick = now + Self.period }
    let deadline = clock.instant(of: min(end, nextTick), at: loop.now)
    timer = loop.assumeIsolated().scheduleTask(deadline: deadline) { self.pass() }
  }
}
