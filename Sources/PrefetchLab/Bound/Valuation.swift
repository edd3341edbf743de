/// What prices prove: no schedule costs less than `value`.
struct Valuation {
  /// Tile-milliseconds.
  let value: Double
  /// By transfer: when the last byte comes in its cheapest choice, in milliseconds; nil for never.
  let completions: [Double?]
  /// What these choices take beyond capacity, in either half of every cell: where prices should rise.
  let excess: [LinkUse.Amount]

  init(_ grid: PriceGrid, _ transfers: TransferList, _ capacity: LinkCapacity) {
    let prices = PriceTable(grid)
    var use = LinkUse(grid)
    var cost = 0.0
    var completions: [Double?] = []
    completions.reserveCapacity(transfers.transfers.count)
    for transfer in transfers.transfers {
      let choice = prices.cheapest(transfer, in: transfers.pieces)
      cost += choice.cost
      completions.append(choice.completion)
      if let completion = choice.completion { use.add(transfer, completion: completion) }
    }
    var worth = 0.0
    for cell in 0..<grid.count {
      let open = capacity.open(from: grid.lines[cell], to: grid.lines[cell + 1])
      worth +=
        (grid.slot[cell] * Double(capacity.connections) + grid.pipe[cell] * open)
        * grid.width(cell)
    }
    // The sums round: a part in 10⁹ is far more than they can have lost.
    value = cost - worth - 1e-9 * (cost + worth)
    self.completions = completions
    excess = use.excess(over: capacity)
  }
}
