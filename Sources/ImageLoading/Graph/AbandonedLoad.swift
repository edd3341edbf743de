/// What becomes of a load that no task wants any more.
///
/// A load goes on if fetching it again would cost more, and if a cache keeps its result. The disk
/// cache keeps the bytes: then the transfer goes on alone. Where it does not, memory keeps the
/// picture: then all loads go on that lead to the picture.
enum AbandonedLoad: Hashable, Sendable {
  case stops
  /// It goes on without urgency.
  case goesOn
  /// It goes on if this transfer is worth finishing.
  ///
  /// `isKept` is whether the transfer's result would be of use to any caller.
  case follows(transfer: LoadID, isKept: Bool)

  /// - Parameters:
  ///   - loads: the loads that it may wait for.
  ///   - head: of a transfer: what its server has said; nil as long as that is nothing.
  ///   - decodeTime: how long a decode takes.
  ///   - now: in seconds since 1970.
  init(
    _ load: Load, _ loads: LoadTable, head: ResponseHead?, caches: CacheRules,
    decodeTime: Duration, at now: Int
  ) {
    if load.isTransferring {
      let isKept = caches.mayStore(head, from: load.key.address, at: now)
      self = .follows(transfer: load.id, isKept: isKept)
    } else if case .picture = load.key, !caches.hasDiskCache(for: load.key.address),
      let chance = load.chanceOfReturn, let work = loads.ownWork(for: load)
    {
      self.init(picture: chance, work, decodeTime)
    } else {
      self = .stops
    }
  }

  /// Of a picture that memory would keep, for which `work` is being done.
  private init(picture chanceOfReturn: Double, _ work: Load, _ decodeTime: Duration) {
    if work.isTransferring {
      self = .follows(transfer: work.id, isKept: true)
    } else if let cost = RefetchCost(work.trace),
      cost.isMore(than: decodeTime, chanceOfReturn: chanceOfReturn)
    {
      self = .goesOn
    } else {
      self = .stops
    }
  }
}

extension RefetchCost {
  /// What it took to fetch the bytes of a load; nil if they came from elsewhere.
  fileprivate init?(_ trace: LoadTrace) {
    guard trace.source == .network, let firstByte = trace.firstByte, let transfer = trace.transfer
    else { return nil }
    self.init(firstByte: firstByte, transfer: transfer)
  }
}
