/// A lower bound on blank tile-milliseconds over a link, and a schedule close to it.
///
/// The proof is in the article *The clairvoyant bound*. Equal demands give exactly the same bound.
package struct ClairvoyantBound: Sendable {
  /// The bound: every schedule costs at least this much, online or offline, with stops or without.
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
  /// Before the first connection is open, nothing can be requested: that instant is time zero of ``schedule``. From
  /// then on the clairvoyant has all connections.
  package init(demands: [Demand], over link: Link) {
    self.init(
      demands: demands.map { $0.moved(ahead: link.timeToConnect) }, bandwidth: link.bandwidth,
      connections: link.capacity)
  }
}

extension PriceGrid {
  /// Creates a grid over the time in which blank time can be avoided; nil if there is none.
  ///
  /// It is fine at first, where all work could be done ahead, then coarser, up to a 64th of that time.
  fileprivate init?(_ transfers: TransferList) {
    let end = transfers.pieces.reduce(0) { max($0, $1.to) }
    guard end > 0 else { return nil }
    let span = transfers.transfers.map(\.span).min() ?? 0
    self.init(
      first: max(end / 1e6, span / 2), end: end, factor: 1.3, openings: transfers.openings)
  }
}
