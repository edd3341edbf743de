import Prefetching

/// The prices of slots and the pipe, integrated from time zero.
///
/// A transfer that completes at C pays the slot for its span before C, and the pipe for its length before C. No byte
/// arrives before its opening. So it pays the pipe's least price since then, which never rises.
struct PriceTable {
  /// The edges of the cells; the last one is infinity.
  let lines: [Double]
  /// The price of a slot by cell; the last cell is free.
  let slot: [Double]
  /// The price of the pipe by opening and cell.
  let pipe: [Double]
  /// The sums at the edges.
  let slotIntegral: [Double]
  let pipeIntegral: [Double]

  init(_ grid: PriceGrid) {
    lines = grid.lines + [.infinity]
    slot = grid.slot + [0]
    var slotIntegral = [0.0]
    for cell in 0..<grid.count {
      slotIntegral.append(slotIntegral[cell] + grid.slot[cell] * grid.width(cell))
    }
    self.slotIntegral = slotIntegral
    var pipe: [Double] = []
    var pipeIntegral: [Double] = []
    for opening in grid.openings {
      let first = grid.lines.partitioningIndex { $0 >= opening }
      var least = grid.pipe[first]
      var sum = 0.0
      for cell in 0..<grid.count {
        if cell > first { least = min(least, grid.pipe[cell]) }
        pipe.append(least)
        pipeIntegral.append(sum)
        sum += least * grid.width(cell)
      }
      pipe.append(0)
      pipeIntegral.append(sum)
    }
    (self.pipe, self.pipeIntegral) = (pipe, pipeIntegral)
  }

  /// The index of the first price of the pipe for a transfer.
  ///
  /// Later openings use the prices of the last one, because no blank time can be avoided by then.
  func pipePlace(of transfer: TransferList.Transfer) -> Int {
    min(transfer.opening, pipe.count / slot.count - 1) * slot.count
  }

  /// The cell that contains a time, in O(log n).
  func cell(at time: Double) -> Int {
    var low = 0
    var high = lines.count - 1
    while high - low > 1 {
      let middle = (low + high) / 2
      if lines[middle] <= time { low = middle } else { high = middle }
    }
    return low
  }

  /// The price of a completion at a time, without its blank time.
  func price(of transfer: TransferList.Transfer, completion: Double) -> Double {
    let end = cell(at: completion)
    let start = cell(at: completion - transfer.span)
    let first = cell(at: completion - transfer.length)
    return slotWorth(before: completion, in: end)
      - slotWorth(before: completion - transfer.span, in: start)
      + pipeWorth(to: transfer, before: completion, in: end)
      - pipeWorth(to: transfer, before: completion - transfer.length, in: first)
  }

  private func slotWorth(before time: Double, in cell: Int) -> Double {
    slotIntegral[cell] + slot[cell] * (time - lines[cell])
  }

  private func pipeWorth(
    to transfer: TransferList.Transfer, before time: Double, in cell: Int
  ) -> Double {
    let place = pipePlace(of: transfer) + cell
    return pipeIntegral[place] + pipe[place] * (time - lines[cell])
  }
}

extension PriceTable {
  /// A completion time of a picture, and its cost.
  struct Choice {
    var cost: Double
    /// The time of the last byte, in milliseconds; nil for never.
    var completion: Double?
  }

  /// The cheapest completion of a picture, not before `after`, by blank time plus prices.
  ///
  /// The sum is linear except where the start or end of slot or pipe crosses a line, or where a
  /// piece of the curve ends. So the minimum is at one of these times.
  ///
  /// - Complexity: O(lines + pieces).
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
      // Prices are nonnegative, and the curve is non-decreasing.
      if piece.cost >= best.cost { break }
      while walk.time < piece.to {
        value += walk.advance(self, slope: piece.slope, limit: piece.to)
        if value < best.cost { best = Choice(cost: value, completion: walk.time) }
      }
    }
    return best
  }
}

/// A completion that advances, with the cells of the completion and of the starts of slot and pipe.
struct PriceWalk {
  private(set) var time: Double
  private let span: Double
  private let length: Double
  private let pipePlace: Int
  private var end: Int
  private var start: Int
  private var byte: Int
  /// The times at which they cross their next lines.
  private var nextEnd: Double
  private var nextStart: Double
  private var nextByte: Double

  init(_ prices: PriceTable, _ transfer: TransferList.Transfer, from time: Double) {
    self.time = time
    span = transfer.span
    length = transfer.length
    pipePlace = prices.pipePlace(of: transfer)
    end = prices.cell(at: time)
    start = prices.cell(at: time - span)
    byte = prices.cell(at: time - length)
    nextEnd = prices.lines[end + 1]
    nextStart = prices.lines[start + 1] + span
    nextByte = prices.lines[byte + 1] + length
  }

  /// Advances to the next crossing or the limit, and returns the change of curve and prices together.
  mutating func advance(_ prices: PriceTable, slope: Double, limit: Double) -> Double {
    let next = min(min(nextEnd, nextStart), min(nextByte, limit))
    let rate =
      slope + prices.slot[end] + prices.pipe[pipePlace + end] - prices.slot[start]
      - prices.pipe[pipePlace + byte]
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
