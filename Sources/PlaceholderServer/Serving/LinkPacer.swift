import LinkModel
import NIOCore

/// Grants bytes to answers that share one link.
///
/// It lives on the server's event loop. While answers are sent it wakes a hundred times a second, and
/// at the end of each answer. So an answer ends when the link is through, not at the next wake-up.
final class LinkPacer {
  /// The longest time between a byte's passage and its grant.
  private static let period = Duration.milliseconds(10)

  private let loop: any EventLoop
  private let origin: NIODeadline
  private var link: SharedLink
  private var recipients: [Int: (Int) -> Void] = [:]
  private var lastTicket = 0
  private var timer: Scheduled<Void>?
  private var nextTick = Duration.zero

  init(bytesPerSecond: Int, on loop: any EventLoop) {
    self.loop = loop
    origin = loop.now
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

  private var now: Duration { .nanoseconds((loop.now - origin).nanoseconds) }

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
    let wait = max(.zero, min(end, nextTick) - now)
    timer = loop.assumeIsolated().scheduleTask(in: TimeAmount(wait)) { self.pass() }
  }
}
