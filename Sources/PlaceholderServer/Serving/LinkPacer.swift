import LinkModel
import NIOCore

/// Tells answers how much of them may be sent when all of them share one link.
///
/// It lives on the server's event loop. While somebody sends it wakes a hundred times a second, and
/// when an answer is through, so that each is finished when the link says, not at the next wake-up.
final class LinkPacer {
  /// How much later a byte may come than the link has it through.
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

  /// Has an answer share the link from now on.
  ///
  /// - Parameters:
  ///   - bytes: Its whole body.
  ///   - grant: Called with how much more of it may be sent, until that is all.
  /// - Returns: What ends it before.
  func begin(bytes: Int, grant: @escaping (Int) -> Void) -> Int {
    lastTicket += 1
    recipients[lastTicket] = grant
    link.begin(lastTicket, bytes: bytes, at: now)
    schedule()
    return lastTicket
  }

  /// Gives an answer's share back to the others; nothing for one that is through.
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

  /// Sets the timer anew: whoever begins or ends changes when the next one is through, but puts no
  /// tick off.
  private func schedule() {
    timer?.cancel()
    timer = nil
    guard let end = link.nextEnd else { return }
    if nextTick < now { nextTick = now + Self.period }
    let wait = max(.zero, min(end, nextTick) - now)
    timer = loop.assumeIsolated().scheduleTask(in: TimeAmount(wait)) { self.pass() }
  }
}
