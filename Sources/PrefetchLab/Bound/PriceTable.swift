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
  func price(of transfer: TransferList.Transfer, completion: Double) -> Double {
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

extension PriceTable {
  /// A time to have a picture, and what it costs.
  struct Choice {
    var cost: Double
    /// When the last byte has come, in milliseconds; nil for never.
    var completion: Double?
  }

  /// The cheapest time to have a picture, not before `after`, blank time and prices together.
  ///
  /// The sum is linear between the times at which the slot's end, its beginning or the pipe's beginning
  /// crosses a line, or a piece of the curve ends; so one of these is a minimum. O(lines + pieces).
  func cheapest(
    _ transfer: TransferList.Transfer, in pieces: [BlankCurve.Piece], after: Double = 0
  ) -> Choice {
    var best = Choice(cost: transfer.never, completion: nil)
    guard let first = transfer.pieces.first(where: { pieces[$0].to > after }) else { return best }
    let piece = pieces[first]
    if piece.slope == 0, price(of: transfer, completion: piece.to) <= 0 {
      return Choice(cost: piece.cost, completion: piece.to)
    }
    var walk = PriceWalk(self, transfer, from: max(after, piece.from))
    var value = piece.cost + piece.slope * (walk.time - piece.from)
    value += price(of: transfer, completion: walk.time)
    if value < best.cost { best = Choice(cost: value, completion: walk.time) }
    for index in first..<transfer.pieces.upperBound {
      let piece = pieces[index]
      // Prices are not negative, and the curve does not fall again.
      if piece.cost >= best.cost { break }
      while walk.time < piece.to {
        value += walk.advance(self, slope: piece.slope, limit: piece.to)
        if value < best.cost { best = Choice(cost: value, completion: walk.time) }
      }
    }
    return best
  }
}

/// A completion that moves on, and the cells that hold it, the slot's beginning and the pipe's.
struct PriceWalk {
  private(set) var time: Double
  private let span: Double
  private let length: Double
  private var end: Int
  private var start: Int
  private var byte: Int
  /// When each of them crosses its next line.
  private var nextEnd: Double
  private var nextStart: Double
  private var nextByte: Double

  init(_ prices: PriceTable, _ transfer: TransferList.Transfer, from time: Double) {
    self.time = time
    span = transfer.span
    length = transfer.length
    end = prices.cell(at: time)
    start = prices.cell(at: time - span)
    byte = prices.cell(at: time - length)
    nextEnd = prices.lines[end + 1]
    nextStart = prices.lines[start + 1] + span
    nextByte = prices.lines[byte + 1] + length
  }

  /// Goes to the next crossing, or to the limit; by how much curve and prices together change.
  mutating func advance(_ prices: PriceTable, slope: Double, limit: Double) -> Double {
    let next = min(min(nextEnd, nextStart), min(nextByte, limit))
    let rate =
      slope + prices.slot[end] + prices.pipe[end] - prices.slot[start] - prices.pipe[byte]
    let change = (next - time) * rate
    time = next
    if time >= nextEnd {
      end += 1
      nextEnd = prices.lines[end + 1]
    }
    if time >= nextStart {
      start += 1
      nextStart = prices.lines[start + 1] + span
    }
    if time >= nextByte {
      byte += 1
      nextByte = prices.lines[byte + 1] + length
    }
    return change
  }
}
