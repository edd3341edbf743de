/// What slots and the pipe cost from time zero to any other.
///
/// A transfer complete at C pays the slot for its span before C, and the pipe for its length before C.
struct PriceTable {
  /// Ends with infinity.
  let lines: [Double]
  /// By cell; ends with the cell beyond the last line, which is free.
  let slot: [Double]
  let pipe: [Double]
  /// At lines.
  let slotIntegral: [Double]
  let pipeIntegral: [Double]

  init(_ grid: PriceGrid) {
    lines = grid.lines + [.infinity]
    slot = grid.slot + [0]
    pipe = grid.pipe + [0]
    var slotIntegral = [0.0]
    var pipeIntegral = [0.0]
    for cell in 0..<grid.count {
      slotIntegral.append(slotIntegral[cell] + grid.slot[cell] * grid.width(cell))
      pipeIntegral.append(pipeIntegral[cell] + grid.pipe[cell] * grid.width(cell))
    }
    self.slotIntegral = slotIntegral
    self.pipeIntegral = pipeIntegral
  }

  /// The cell that holds a time, in O(log n).
  func cell(at time: Double) -> Int {
    var low = 0
    var high = lines.count - 1
    while high - low > 1 {
      let middle = (low + high) / 2
      if lines[middle] <= time { low = middle } else { high = middle }
    }
    return low
  }

  /// What a completion at this time costs beside its blank time.
  func price(of transfer: Transfer, completion: Double) -> Double {
    let end = cell(at: completion)
    let start = cell(at: completion - transfer.span)
    let first = cell(at: completion - transfer.length)
    return integral(slotIntegral, slot, end, completion)
      - integral(slotIntegral, slot, start, completion - transfer.span)
      + integral(pipeIntegral, pipe, end, completion)
      - integral(pipeIntegral, pipe, first, completion - transfer.length)
  }

  private func integral(
    _ integral: [Double], _ prices: [Double], _ cell: Int, _ time: Double
  ) -> Double {
    integral[cell] + prices[cell] * (time - lines[cell])
  }
}
