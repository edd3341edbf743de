import ImageLoading

/// Transfers over a link in virtual time.
///
/// - Complexity: O(transfers under way) for every call.
struct SimulatedLink {
  private struct Transfer {
    let item: Int
    let startedAt: Duration
    /// When its first byte comes.
    let opensAt: Duration
    let bytes: Double
    var received = 0.0

    var remaining: Double { bytes - received }
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
  /// In the order of their starts.
  private var transfers: [Transfer] = []
  private var now = Duration.zero
  /// All that came, of stopped transfers as well.
  private(set) var receivedBytes = 0.0

  init(_ link: Link, seed: UInt64) {
    self.link = link
    self.seed = seed
    sizes = PictureSizes(seed: seed)
  }

  /// Begins a transfer now.
  mutating func start(_ item: Int) {
    transfers.append(
      Transfer(
        item: item, startedAt: now, opensAt: now + link.latency(of: item, seed: seed),
        bytes: Double(sizes.bytes(of: item))))
  }

  /// Stops a transfer, and says how many bytes were for nothing.
  mutating func stop(_ item: Int) -> Int {
    guard let place = transfers.firstIndex(where: { $0.item == item }) else { return 0 }
    return Int(transfers.remove(at: place).received)
  }

  /// What has come of those under way that are meant.
  func receivedBytes(of isMeant: (Int) -> Bool) -> Int {
    transfers.reduce(0) { $0 + (isMeant($1.item) ? Int($1.received) : 0) }
  }

  /// How far a transfer has got, as a client sees it; nil if it is not under way.
  func standing(of item: Int) -> TransferStanding? {
    guard let transfer = transfers.first(where: { $0.item == item }) else { return nil }
    let isOpen = transfer.opensAt <= now
    return TransferStanding(
      elapsed: now - transfer.startedAt,
      firstByte: isOpen ? transfer.opensAt - transfer.startedAt : nil,
      share: isOpen ? transfer.received / transfer.bytes : nil)
  }

  /// When it has something to tell; nil if nothing is under way.
  var nextSignal: Duration? {
    transfers.map { transfer in
      transfer.opensAt > now ? transfer.opensAt : now + time(for: transfer.remaining)
    }.min()
  }

  /// Lets time pass, and says what happened at its end: not beyond ``nextSignal``.
  mutating func advance(to instant: Duration) -> [Signal] {
    let rate = rate
    let elapsed = (instant - now) / .seconds(1)
    var signals: [Signal] = []
    for place in transfers.indices {
      let transfer = transfers[place]
      if transfer.opensAt <= now {
        let share = min(transfer.remaining, rate * elapsed)
        transfers[place].received += share
        receivedBytes += share
      } else if transfer.opensAt <= instant {
        signals.append(
          .opened(item: transfer.item, after: transfer.opensAt - transfer.startedAt))
      }
    }
    now = instant
    // A hundredth of a byte is what rounding may leave.
    for transfer in transfers where transfer.opensAt <= now && transfer.remaining < 0.01 {
      signals.append(.completed(item: transfer.item, after: now - transfer.opensAt))
    }
    transfers.removeAll { $0.opensAt <= now && $0.remaining < 0.01 }
    return signals
  }

  /// Bytes a second of each transfer that has got past its latency.
  private var rate: Double {
    Double(link.bandwidth) / Double(max(1, transfers.count { $0.opensAt <= now }))
  }

  private func time(for bytes: Double) -> Duration {
    // Rounded up, so that the end is not missed by a fraction of a byte.
    .nanoseconds(Int64((bytes / rate * 1e9).rounded(.up)))
  }
}
