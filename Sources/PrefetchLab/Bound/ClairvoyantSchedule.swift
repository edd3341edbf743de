import Prefetching

/// The start of every transfer by a clairvoyant: a feasible schedule, so it costs at least the optimum.
///
/// Transfers never share the pipe: each starts just early enough for its bytes to have the pipe alone.
package struct ClairvoyantSchedule: Sendable {
  /// The starts by index of the demand; nil for a demand that is never loaded.
  package let starts: [Duration?]
  /// The remaining blank time, by index of the demand.
  package let blank: [Double]

  package var tileMilliseconds: Double { blank.reduce(0, +) }

  init(_ draft: ScheduleDraft) {
    starts = draft.starts
    blank = draft.blank
  }

  /// Places demands one after another, each where it completes first.
  package init(_ demands: [Demand], order: [Int], bandwidth: Int, connections: Int) {
    var draft = ScheduleDraft(demands, bandwidth: bandwidth, connections: connections)
    for index in order { draft.place(index, completion: draft.earliest(index)) }
    self.init(draft)
  }

  /// Places demands in the order of their first visits.
  init(_ demands: [Demand], bandwidth: Int, connections: Int) {
    let needed = demands.map { $0.visits.first?.from ?? .zero }
    let order = demands.indices.sorted { (needed[$0], $0) < (needed[$1], $1) }
    self.init(demands, order: order, bandwidth: bandwidth, connections: connections)
  }
}

extension ClairvoyantSchedule {
  /// Places demands in the order of their completions by prices.
  ///
  /// A demand waits if its completion would be so late that a later time is better. Demands that are not worth their
  /// price get the remaining capacity.
  init(
    postponing draft: ScheduleDraft, _ transfers: TransferList, _ prices: PriceTable,
    completions: [Double?]
  ) {
    var draft = draft
    var rest = completions.indices.filter { completions[$0] == nil }
    // Descending, so that the next one is last.
    var queue = completions.indices.compactMap { index in completions[index].map { ($0, index) } }
    queue.sort { $0 > $1 }
    while let (wanted, index) = queue.popLast() {
      let completion = draft.earliest(index)
      let time = Double(completion) * 1e-6
      let transfer = transfers.transfers[index]
      if time > wanted + 1e-3 {
        let later = prices.cheapest(transfer, in: transfers.pieces, after: time + 1e-3)
        let now = draft.cost(index, completion: completion)
        if later.cost < now + prices.price(of: transfer, completion: time) - 1e-9 {
          if let next = later.completion {
            queue.insert((next, index), at: queue.partitioningIndex { $0 < (next, index) })
          } else {
            rest.append(index)
          }
          continue
        }
      }
      draft.place(index, completion: completion)
    }
    for index in rest { draft.place(index, completion: draft.earliest(index)) }
    self.init(draft)
  }

  /// Places the demands with the best value first, each as late as possible in time, then moves all
  /// ahead.
  init(
    byWorth empty: ScheduleDraft, _ transfers: TransferList, _ prices: PriceTable,
    completions: [Double?], connections: Int
  ) {
    var draft = empty
    let worth = transfers.transfers.map { transfer in
      let choice = prices.cheapest(transfer, in: transfers.pieces)
      return (transfer.never - choice.cost)
        / (transfer.length + transfer.span / Double(connections))
    }
    var placed: [(Int, Int)] = []
    var rest: [Int] = []
    for index in worth.indices.sorted(by: { (-worth[$0], $0) < (-worth[$1], $1) }) {
      let transfer = transfers.transfers[index]
      let wanted = completions[index].flatMap {
        draft.latest(index, by: Int(($0 * 1e6).rounded(.up)))
      }
      let completion = wanted ?? draft.earliest(index)
      let price = prices.price(of: transfer, completion: Double(completion) * 1e-6)
      if draft.cost(index, completion: completion) + price <= transfer.never {
        draft.place(index, completion: completion)
        placed.append((completion, index))
      } else {
        rest.append(index)
      }
    }
    var final = empty
    for index in placed.sorted(by: <).map(\.1) + rest {
      final.place(index, completion: final.earliest(index))
    }
    self.init(final)
  }
}
