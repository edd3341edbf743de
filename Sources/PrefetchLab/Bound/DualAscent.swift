/// Searches for the prices with the highest value.
///
/// The value is the cost of the cheapest choices of all transfers, minus the worth of the link's capacity. It is a
/// subgradient method: a price rises where demand exceeds capacity. Steps are Polyak's (1969) toward the cost of a
/// schedule, shortened a little every time.
struct DualAscent {
  private static let shortening = 0.99
  private static let momentum = 0.7

  let transfers: TransferList
  let capacity: LinkCapacity
  /// The cost of a known schedule, at which the steps aim.
  var target: Double

  /// The highest value so far; `bestGrid` has its prices.
  private(set) var best: Valuation
  private(set) var bestGrid: PriceGrid
  private var grid: PriceGrid
  private var slotDirection: [Double] = []
  private var pipeDirection: [Double] = []
  /// The demand beyond capacity in each half of every cell, averaged over steps.
  private var excess: [LinkUse.Amount] = []
  private var stride = 1.0

  init(_ transfers: TransferList, connections: Int, target: Double, grid: PriceGrid) {
    self.transfers = transfers
    self.target = target
    self.grid = grid
    capacity = LinkCapacity(
      connections: connections, firstByte: transfers.transfers.map(\.latency).min() ?? 0)
    bestGrid = grid
    best = Valuation(grid, transfers, capacity)
    forget()
  }

  private mutating func forget() {
    slotDirection = Array(repeating: 0, count: grid.count)
    pipeDirection = slotDirection
    excess = Array(repeating: LinkUse.Amount(), count: 2 * grid.count)
  }

  /// Continues from the best prices with more cells, cut where their halves differ most.
  ///
  /// - Parameter limit: the most cells.
  mutating func refine(limit: Int) {
    let scores = (0..<grid.count).map { cell in
      excess[2 * cell].distance(to: excess[2 * cell + 1]) * grid.width(cell)
    }
    let order = scores.indices.sorted { (-scores[$0], $0) < (-scores[$1], $1) }
    var isSplit = Array(repeating: false, count: grid.count)
    for cell in order.prefix(max(0, limit - grid.count)) where scores[cell] > 0 {
      isSplit[cell] = true
    }
    bestGrid = bestGrid.splitting(isSplit)
    grid = bestGrid
    forget()
  }

  mutating func step() {
    let valuation = Valuation(grid, transfers, capacity)
    let hasFallen = valuation.value < best.value - (target - best.value)
    if valuation.value > best.value {
      best = valuation
      bestGrid = grid
    }
    stride *= Self.shortening
    if hasFallen {
      // After such a long step, the averaged directions are obsolete.
      stride *= 0.7
      grid = bestGrid
      forget()
    } else {
      turn(valuation.excess)
      move(max(0, target - valuation.value))
    }
  }

  /// Adds the demand beyond capacity to the direction.
  private mutating func turn(_ now: [LinkUse.Amount]) {
    for half in now.indices { excess[half].blend(now[half], 0.1) }
    for cell in 0..<grid.count {
      let slot = (now[2 * cell].slot + now[2 * cell + 1].slot) / 2
      let pipe = (now[2 * cell].pipe + now[2 * cell + 1].pipe) / 2
      // A free cell without shortage stays free.
      slotDirection[cell] *= Self.momentum
      if grid.slot[cell] > 0 || slot > 0 { slotDirection[cell] += slot }
      pipeDirection[cell] *= Self.momentum
      if grid.pipe[cell] > 0 || pipe > 0 { pipeDirection[cell] += pipe }
    }
  }

  /// Moves the prices as far as needed to raise the value by an amount, if it were linear.
  private mutating func move(_ rise: Double) {
    let norm = (0..<grid.count).reduce(0) { norm, cell in
      let slot = slotDirection[cell]
      let pipe = pipeDirection[cell]
      return norm + (slot * slot + pipe * pipe) * grid.width(cell)
    }
    guard norm > 0 else { return }
    let length = stride * rise / norm
    for cell in 0..<grid.count {
      grid.slot[cell] = max(0, grid.slot[cell] + length * slotDirection[cell])
      grid.pipe[cell] += length * pipeDirection[cell]
    }
    grid.settlePipe(from: capacity.firstByte)
  }
}

/// The proof of a set of prices: every schedule costs at least `value`.
struct Valuation {
  /// The least cost in tile-milliseconds.
  let value: Double
  /// The time of the last byte of each transfer's cheapest choice, in milliseconds; nil for never.
  let completions: [Double?]
  /// The demand of these choices beyond capacity in each half of every cell, where prices should rise.
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
    // The rounding errors of the sums are far below a part in 10⁹.
    value = cost - worth - 1e-9 * (cost + worth)
    self.completions = completions
    excess = use.excess(over: capacity)
  }
}
