import ImageLoading
import SimulationModels

/// Simulates transfers over a link in virtual time.
///
/// - Complexity: O(active transfers) for every call.
struct SimulatedLink {
  private struct Transfer {
    let item: Int
    let bytes: Int
    let startedAt: Duration
    /// The link time of its first byte, from which it shares the pipe.
    let opensAt: Duration
    /// The instant of its first byte; nil before.
    var openedAt: Duration?
  }

  /// An event on the link.
  enum Signal: Hashable {
    /// The first byte arrived, a time after the request.
    case opened(item: Int, after: Duration)
    /// The last byte arrived, a time after the first.
    case completed(item: Int, after: Duration)
  }

  private let link: Link
  private let seed: UInt64
  private var pipe: SharedLink
  private var connections: ConnectionPool
  /// The number of requests for each item; counted only if it matters.
  private var attempts: [Int: Int] = [:]
  /// The active transfers, in order of their starts.
  private var transfers: [Transfer] = []
  private var now = Duration.zero
  /// The link time, which stops during outages.
  private var linkNow = Duration.zero
  /// The bytes received by finished transfers.
  private var endedBytes = 0.0

  init(_ link: Link, seed: UInt64) {
    self.link = link
    self.seed = seed
    pipe = SharedLink(bytesPerSecond: link.bandwidth)
    connections = ConnectionPool(link)
  }

  /// Whether one connection carries all transfers.
  var isMultiplexed: Bool { link.streams != nil }

  /// Starts a transfer of some bytes.
  mutating func startTransfer(of item: Int, bytes: Int) {
    let attempt = attempts[item, default: 0]
    let latency = link.latency(of: item, attempt: attempt, seed: seed)
    if link.stallsAnew { attempts[item, default: 0] += 1 }
    let transfer = Transfer(
      item: item, bytes: bytes, startedAt: now, opensAt: connections.assign(at: linkNow) + latency)
    transfers.append(transfer)
    if transfer.opensAt <= linkNow { open(transfer) }
  }

  private mutating func open(_ transfer: Transfer) {
    if let place = transfers.firstIndex(where: { $0.item == transfer.item }) {
      transfers[place].openedAt = now
    }
    pipe.add(transfer.item, bytes: transfer.bytes, at: transfer.opensAt)
  }

  /// Stops a transfer, and returns the bytes received.
  mutating func stop(_ item: Int) -> Int {
    guard let place = transfers.firstIndex(where: { $0.item == item }) else { return 0 }
    let received = received(transfers.remove(at: place))
    endedBytes += received
    pipe.end(item, at: linkNow)
    return Int(received)
  }

  private func received(_ transfer: Transfer) -> Double {
    pipe.passedBytes(of: transfer.item) ?? 0
  }

  /// All bytes received, including those of stopped transfers.
  var receivedBytes: Int { Int(transfers.reduce(endedBytes) { $0 + received($1) }) }

  /// The bytes received by active transfers that meet a condition.
  func receivedBytes(of isMeant: (Int) -> Bool) -> Int {
    transfers.reduce(0) { $0 + (isMeant($1.item) ? Int(received($1)) : 0) }
  }

  /// The progress of a transfer, as seen by a client; nil if it is not active.
  func standing(of item: Int) -> TransferStanding? {
    guard let transfer = transfers.first(where: { $0.item == item }) else { return nil }
    return TransferStanding(
      elapsed: now - transfer.startedAt,
      firstByte: transfer.openedAt.map { $0 - transfer.startedAt },
      share: transfer.openedAt.map { _ in received(transfer) / Double(transfer.bytes) })
  }

  /// The instant of the next event; nil if nothing is active.
  var nextSignal: Duration? {
    let opening = transfers.lazy.filter { $0.openedAt == nil }.map(\.opensAt).min()
    let next = [opening, pipe.nextEnd].compactMap(\.self).min()
    return next.map { link.outages?.instant(ofLinkTime: $0) ?? $0 }
  }

  /// Advances to an instant not beyond ``nextSignal``, and returns the events there.
  mutating func advance(to instant: Duration) -> [Signal] {
    var signals: [Signal] = []
    now = instant
    linkNow = link.outages?.linkTime(at: instant) ?? instant
    for transfer in transfers where transfer.openedAt == nil && transfer.opensAt <= linkNow {
      open(transfer)
      signals.append(.opened(item: transfer.item, after: now - transfer.startedAt))
    }
    for grant in pipe.grants(at: linkNow) where grant.isLast {
      guard let place = transfers.firstIndex(where: { $0.item == grant.id }) else { continue }
      let transfer = transfers.remove(at: place)
      endedBytes += Double(transfer.bytes)
      connections.giveBack()
      signals.append(.completed(item: transfer.item, after: now - (transfer.openedAt ?? now)))
    }
    return signals
  }
}

/// The connections of a client to a server: open ones, and the times at which others will be open.
struct ConnectionPool {
  private let link: Link
  /// The open, unused connections.
  private var idle = 0
  /// The instant at which the only connection is open; nil before it is needed.
  private var isOpenAt: Duration?

  init(_ link: Link) { self.link = link }

  /// Assigns a connection to a transfer, and returns the instant at which its request can be sent.
  mutating func assign(at now: Duration) -> Duration {
    if link.streams != nil {
      let instant = isOpenAt ?? now + link.timeToConnect
      isOpenAt = instant
      return max(now, instant)
    }
    guard idle > 0 else { return now + link.timeToConnect }
    idle -= 1
    return now
  }

  /// Returns the connection of a finished transfer; a stopped one closes its connection.
  mutating func giveBack() { idle += 1 }
}
