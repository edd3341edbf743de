import LinkModel
import NIOCore

/// Grants bytes to answers that share one link.
///
/// It lives on the server's event loop. While answers are sent it wakes a hundred times a second, and
/// at the end of each answer. So an answer ends when the link is through, not at the next wake-up.
/// All its instants are those of the link's clock, which stands still in outages.
final class LinkPacer {
  /// The longest time between a byte's passage and its grant.
  private static let period = Duration.milliseconds(10)

  private let loop: any EventLoop
  private var clock: LinkClock
  private var link: SharedLink
  private var recipients: [Int: (Int) -> Void] = [:]
  private var lastTicket = 0
  private var timer: Scheduled<Void>?
  private var nextTick = Duration.zero

  /// - Parameter outages: when nothing passes; nil, the default, for never.
  init(bytesPerSecond: Int, outages: Outages? = nil, on loop: any EventLoop) {
    self.loop = loop
    clock = LinkClock(outages)
    link = SharedLink(bytesPerSecond: bytesPerSecond)
  }

  /// Adds an answer to those that share the link.
  ///
  /// - Parameters:
  ///   - bytes: the length of its whole body.
  ///   - grant: called with the number of further bytes that may be sent, until that is all.
  /// - Returns: the ticket that ends it earlier.
  func begin(bytes: Int, grant: @escaping (Int) -> Void) -> Int {
    lastTicket += 1
    recipients[lastTicket] = grant
    link.begin(lastTicket, bytes: bytes, at: now)
    schedule()
    return lastTicket
  }

  /// Gives an answer's share back to the others; does nothing after its end.
  func end(_ ticket: Int) {
    recipients[ticket] = nil
    link.end(ticket, at: now)
    schedule()
  }

  /// The instant at which an answer that is held back from now on may begin.
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

  /// Sets the timer anew: a beginning or an end changes when the next answer ends, but delays no tick.
  private func schedule() {
    timer?.cancel()
    timer = nil
    guard let end = link.nextEnd else { return }
    if nextTick < now { nextTick = now + Self.period }
    let deadline = clock.instant(of: min(end, nextTick), at: loop.now)
    timer = loop.assumeIsolated().scheduleTask(deadline: deadline) { self.pass() }
  }
}
