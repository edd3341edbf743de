import ImageLoading
import LinkModel

/// Transfers over a link in virtual time.
///
/// - Complexity: O(transfers under way) for every call.
struct SimulatedLink {
  private struct Transfer {
    let item: Int
    let bytes: Int
    let startedAt: Duration
    /// When its first byte comes, and it begins to share the pipe.
    let opensAt: Duration
  }

  /// What a link tells of itself.
  enum Signal: Hashable {
    /// The first byte of an answer has come.
    case opened(item: Int, after: Duration)
    /// The last one has come, so long after the first.
    case completed(item: Int, after: Duration)
  }

  private let link: Link
  private let seed: UInt64
  private let sizes: PictureSizes
  private var pipe: SharedLink
  /// In the order of their starts.
  private var transfers: [Transfer] = []
  private var now = Duration.zero
  /// What came of transfers that are not under way any more.
  private var endedBytes = 0.0

  init(_ link: Link, seed: UInt64) {
    self.link = link
    self.seed = seed
    sizes = PictureSizes(seed: seed)
    pipe = SharedLink(bytesPerSecond: link.bandwidth)
  }

  /// Begins a transfer now.
  mutating func start(_ item: Int) {
    let transfer = Transfer(
      item: item, bytes: sizes.bytes(of: item), startedAt: now,
      opensAt: now + link.latency(of: item, seed: seed))
    transfers.append(transfer)
    if transfer.opensAt <= now { open(transfer) }
  }

  private mutating func open(_ transfer: Transfer) {
    pipe.begin(transfer.item, bytes: transfer.bytes, at: transfer.opensAt)
  }

  /// Stops a transfer, and says how many bytes were for nothing.
  mutating func stop(_ item: Int) -> Int {
    guard let place = transfers.firstIndex(where: { $0.item == item }) else { return 0 }
    let received = received(transfers.remove(at: place))
    endedBytes += received
    pipe.end(item, at: now)
    return Int(received)
  }

  private func received(_ transfer: Transfer) -> Double {
    pipe.passedBytes(of: transfer.item) ?? 0
  }

  /// All that came, of stopped transfers as well.
  var receivedBytes: Int { Int(transfers.reduce(endedBytes) { $0 + received($1) }) }

  /// What has come of those under way that are meant.
  func receivedBytes(of isMeant: (Int) -> Bool) -> Int {
    transfers.reduce(0) { $0 + (isMeant($1.item) ? Int(received($1)) : 0) }
  }

  /// How far a transfer has got, as a client sees it; nil if it is not under way.
  func standing(of item: Int) -> TransferStanding? {
    guard let transfer = transfers.first(where: { $0.item == item }) else { return nil }
    let isOpen = transfer.opensAt <= now
    return TransferStanding(
      elapsed: now - transfer.startedAt,
      firstByte: isOpen ? transfer.opensAt - transfer.startedAt : nil,
      share: isOpen ? received(transfer) / Double(transfer.bytes) : nil)
  }

  /// When it has something to tell; nil if nothing is under way.
  var nextSignal: Duration? {
    let opening = transfers.lazy.map(\.opensAt).filter { [now] in $0 > now }.min()
    return [opening, pipe.nextEnd].compactMap(\.self).min()
  }

  /// Lets time pass, and says what happened at its end: not beyond ``nextSignal``.
  mutating func advance(to instant: Duration) -> [Signal] {
    var signals: [Signal] = []
    for transfer in transfers where transfer.opensAt > now && transfer.opensAt <= instant {
      open(transfer)
      signals.append(.opened(item: transfer.item, after: transfer.opensAt - transfer.startedAt))
    }
    now = instant
    for grant in pipe.grants(at: now) where grant.isLast {
      guard let place = transfers.firstIndex(where: { $0.item == grant.id }) else { continue }
      let transfer = transfers.remove(at: place)
      endedBytes += Double(transfer.bytes)
      signals.append(.completed(item: transfer.item, after: now - transfer.opensAt))
    }
    return signals
  }
}
