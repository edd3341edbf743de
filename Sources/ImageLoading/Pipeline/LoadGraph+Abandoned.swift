import DiskCache
import FoundationEssentials

/// What nobody wants any more: stopped, or finished because fetching it again would cost more.
///
/// What is finished is kept: the bytes in the disk cache, or, where there is none for them, the picture in memory.
/// In the first case the transfer goes on alone, in the second all that leads to the picture.
extension LoadGraph {
  /// Whether a load that nobody waits for goes on, without urgency; if not, it is to be stopped.
  mutating func goesOn(_ load: Load) -> Bool {
    if load.isTransferring {
      let isKept = mayBeStored(load.id)
      return abandonTransfer(load.id, load.chanceOfReturn, isKept: isKept) == .finish
    }
    guard !hasDiskCache(for: load.key.address), case .picture = load.key,
      let chance = load.chanceOfReturn,
      let work = ownWork(for: load), isWorthFinishing(work, chance)
    else { return false }
    let urgency = Urgency(.veryLow, visibleAt: time.elapsed)
    loads[load.id]?.urgency = urgency
    if load.isWorking { actions.append(.setUrgency(load.id, urgency)) }
    if let source = load.source { setUrgency(urgency, of: .load(load.id), on: source) }
    return true
  }

  /// Whether what is fetched for a task is kept somewhere when the task has gone.
  func keepsWhatComes(for task: ImageTask) -> Bool {
    hasDiskCache(for: task.request.address) || task.wanted == .picture && !task.request.isTransient
  }

  /// Whether what a transfer brings goes into the disk cache, as far as its server has said.
  private func mayBeStored(_ id: LoadID) -> Bool {
    guard let load = loads[id], hasDiskCache(for: load.key.address) else { return false }
    guard let head = transfers[id]?.head else { return true }
    return CacheMetadata(head.fields, receivedAt: time.wallSeconds) != nil
  }

  /// What is being done for a load, and for no other: itself, or what it waits for, perhaps through others.
  func ownWork(for load: Load) -> Load? {
    if load.isTransferring || load.isWorking { return load }
    guard let source = load.source.flatMap({ loads[$0] }),
      source.audience.consists(of: .load(load.id))
    else { return nil }
    return ownWork(for: source)
  }

  /// Whether a transfer, or a decode after one, is worth finishing for a picture in memory.
  private mutating func isWorthFinishing(_ work: Load, _ chanceOfReturn: Double) -> Bool {
    if work.isTransferring {
      return abandonTransfer(work.id, chanceOfReturn, isKept: true) == .finish
    }
    guard work.trace.source == .network, let firstByte = work.trace.firstByte,
      let transfer = work.trace.transfer
    else { return false }
    return RefetchCost(firstByte: firstByte, transfer: transfer)
      .isMore(than: decodeTime, chanceOfReturn: chanceOfReturn)
  }

  private mutating func abandonTransfer(_ id: LoadID, _ chanceOfReturn: Double?, isKept: Bool)
    -> Abandonment
  {
    guard let state = transfers[id] else { return .forgotten }
    let standing = isKept ? state.standing(at: time.elapsed) : nil
    let abandonment = queue.abandon(id, standing, chanceOfReturn: chanceOfReturn)
    switch abandonment {
    case .forgotten: break
    case .finish: loads[id]?.urgency = Urgency(.veryLow, visibleAt: time.elapsed)
    case .cancel:
      keepPart(of: id)
      if let attempt = state.attempt { actions.append(.cancelFetch(attempt: attempt)) }
    }
    return abandonment
  }
}
