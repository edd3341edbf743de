import DiskCache
import FoundationEssentials

/// Loads that no task wants any more: stopped, or finished because fetching again would cost more.
///
/// The result of a finished load is kept: the bytes in the disk cache or, where there is none for
/// them, the picture in memory. In the first case the transfer goes on alone. In the second case
/// all loads go on that lead to the picture.
extension LoadGraph {
  /// Whether a load that no task waits for goes on, without urgency; if not, it must stop.
  mutating func goesOn(_ load: Load) -> Bool {
    if load.isTransferring {
      let isKept = mayBeStored(load.id)
      return abandonTransfer(load.id, load.chanceOfReturn, isKept: isKept) == .finish
    }
    guard !hasDiskCache(for: load.key.address), case .picture = load.key,
      let chance = load.chanceOfReturn,
      let work = loads.ownWork(for: load), isWorthFinishing(work, chance)
    else { return false }
    let urgency = abandonedUrgency
    loads.change(load.id) { $0.urgency = urgency }
    if load.isWorking { actions.append(.job(.setUrgency(load.id, urgency))) }
    if let source = loads.source(of: load) {
      setUrgency(urgency, of: .load(load.id), on: source.id)
    }
    return true
  }

  /// Whether the result of a task's load is kept somewhere when the task has gone.
  func keepsWhatComes(for task: TaskClaim) -> Bool {
    hasDiskCache(for: task.request.address) || task.wanted == .picture && !task.request.isTransient
  }

  /// Whether what a transfer brings goes into the disk cache, as far as its server has said.
  private func mayBeStored(_ id: LoadID) -> Bool {
    guard let load = loads.known(id), hasDiskCache(for: load.key.address) else { return false }
    guard let head = transfers[id]?.attempt?.head else { return true }
    return CacheMetadata(head.fields, receivedAt: time.wallSeconds) != nil
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

  /// The urgency of a load that goes on although no task waits for it.
  private var abandonedUrgency: Urgency { Urgency(.veryLow, visibleAt: time.elapsed) }

  private mutating func abandonTransfer(_ id: LoadID, _ chanceOfReturn: Double?, isKept: Bool)
    -> Abandonment
  {
    let urgency = abandonedUrgency
    let abandonment = transfers.abandon(
      id, chanceOfReturn: chanceOfReturn, isKept: isKept, to: urgency, at: time.elapsed)
    if abandonment == .finish { loads.change(id) { $0.urgency = urgency } }
    hear()
    return abandonment
  }
}
