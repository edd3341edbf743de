/// A cost in blank tile-milliseconds that no scheduler can beat on a link, and a schedule close to it.
///
/// The proof is in the article *The clairvoyant bound*. The same demands give the same bound, to the bit.
package struct ClairvoyantBound: Sendable {
  /// The bound: every schedule costs as much or more, online or offline, with stops or without.
  package let tileMilliseconds: Double
  /// The best schedule found; the optimum lies between the two.
  package let schedule: ClairvoyantSchedule

  /// Finds the bound on a link.
  ///
  /// - Parameters:
  ///   - bandwidth: the bytes a second; at least 1.
  ///   - connections: the transfers at a time; at least 1.
  package init(demands: [Demand], bandwidth: Int, connections: Int) {
    let bandwidth = max(1, bandwidth)
    let connections = max(1, connections)
    let transfers = TransferList(demands, bandwidth: bandwidth)
    let alone = transfers.transfers.reduce(0) { $0 + transfers.leastCost(of: $1) }
    var schedule = ClairvoyantSchedule(demands, bandwidth: bandwidth, connections: connections)
    guard schedule.tileMilliseconds > alone + 1e-6, let grid = PriceGrid(transfers) else {
      self.schedule = schedule
      tileMilliseconds = min(alone, schedule.tileMilliseconds)
      return
    }
    let draft = ScheduleDraft(demands, bandwidth: bandwidth, connections: connections)
    var ascent = DualAscent(
      transfers, connections: connections, target: schedule.tileMilliseconds, grid: grid)
    for level in 0..<3 {
      if level > 0 { ascent.refine(limit: min(400, ascent.bestGrid.count * 2)) }
      for _ in 0..<150 { ascent.step() }
      let prices = PriceTable(ascent.bestGrid)
      let completions = ascent.best.completions
      for next in [
        ClairvoyantSchedule(postponing: draft, transfers, prices, completions: completions),
        ClairvoyantSchedule(
          byWorth: draft, transfers, prices, completions: completions, connections: connections),
      ] where next.tileMilliseconds < schedule.tileMilliseconds {
        schedule = next
      }
      ascent.target = schedule.tileMilliseconds
    }
    tileMilliseconds = max(alone, ascent.best.value)
    self.schedule = schedule
  }
}

extension ClairvoyantBound {
  /// Finds the bound on a link.
  ///
  /// Before the first connection is there, nothing can be asked for: that instant is the zero of the times of
  /// ``schedule``. From then on all connections are there for the clairvoyant.
  package init(demands: [Demand], over link: Link) {
    self.init(
      demands: demands.map { $0.moved(ahead: link.timeToConnect) }, bandwidth: link.bandwidth,
      connections: link.capacity)
  }
}

extension PriceGrid {
  /// Makes a grid over the time in which anything is left to win; nil if nothing is.
  ///
  /// It is fine at first, where all work could be done ahead, then as coarse as a 64th of that time.
  fileprivate init?(_ transfers: TransferList) {
    let end = transfers.pieces.reduce(0) { max($0, $1.to) }
    guard end > 0 else { return nil }
    let span = transfers.transfers.map(\.span).min() ?? 0
    self.init(
      first: max(end / 1e6, span / 2), end: end, factor: 1.3, openings: transfers.openings)
  }
}
