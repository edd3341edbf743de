import Prefetching

/// The prices of a millisecond of a slot and of the pipe, constant within cells.
///
/// After the last edge everything is free.
struct PriceGrid {
  /// The edges of the cells, ascending from zero, in milliseconds.
  let lines: [Double]
  /// The price of a slot by cell, in tile-milliseconds per millisecond.
  var slot: [Double]
  /// The price of the whole pipe by cell; it rises only at openings.
  var pipe: [Double]
  /// The times at which more pictures become available, ascending from zero.
  let openings: [Double]

  var count: Int { slot.count }

  /// Creates free cells that grow by a constant factor after each opening, from `first` on.
  init(first: Double, end: Double, factor: Double, openings: [Double]) {
    self.openings = openings.filter { $0 < end }
    var lines = [0.0]
    for (from, to) in zip(self.openings, self.openings.dropFirst() + [end]) {
      var length = min(first, end)
      while from + length < to {
        lines.append(from + length)
        length = min(length * factor, length + end / 64)
      }
      lines.append(to)
    }
    self.lines = lines
    let count = lines.count - 1
    slot = Array(repeating: 0, count: count)
    pipe = slot
  }

  private init(lines: [Double], slot: [Double], pipe: [Double], openings: [Double]) {
    self.lines = lines
    self.openings = openings
    self.slot = slot
    self.pipe = pipe
  }

  func width(_ cell: Int) -> Double { lines[cell + 1] - lines[cell] }
  func middle(_ cell: Int) -> Double { (lines[cell] + lines[cell + 1]) / 2 }

  /// The same prices on a grid with the marked cells halved.
  func splitting(_ isSplit: [Bool]) -> PriceGrid {
    var lines = [0.0]
    var slot: [Double] = []
    var pipe: [Double] = []
    for cell in 0..<count {
      for end in isSplit[cell] ? [middle(cell), self.lines[cell + 1]] : [self.lines[cell + 1]] {
        lines.append(end)
        slot.append(self.slot[cell])
        pipe.append(self.pipe[cell])
      }
    }
    return PriceGrid(lines: lines, slot: slot, pipe: pipe, openings: openings)
  }
}

extension PriceGrid {
  /// Replaces the pipe's prices by the nearest nonnegative ones that rise only at openings.
  ///
  /// Cells that end before `firstByte`, in which no byte can arrive, get the price of the first cell after them.
  mutating func settlePipe(from firstByte: Double) {
    let closed = min(count - 1, max(0, lines.partitioningIndex { $0 > firstByte } - 1))
    var cell = closed
    for opening in openings.dropFirst() + [.infinity] {
      let end = min(count, lines.partitioningIndex { $0 >= opening })
      if cell < end { settlePipe(in: cell..<end) }
      cell = max(cell, end)
    }
    for cell in 0..<closed { pipe[cell] = pipe[closed] }
  }

  /// Pools adjacent violators (Ayer, Brunk, Ewing, Reid and Silverman, 1955).
  private mutating func settlePipe(in cells: Range<Int>) {
    var blocks: [(sum: Double, width: Double, end: Int)] = []
    for cell in cells {
      var block = (sum: pipe[cell] * width(cell), width: width(cell), end: cell + 1)
      while let last = blocks.last, last.sum * block.width < block.sum * last.width {
        block = (block.sum + last.sum, block.width + last.width, block.end)
        blocks.removeLast()
      }
      blocks.append(block)
    }
    var cell = cells.lowerBound
    for block in blocks {
      let price = max(0, block.sum / block.width)
      while cell < block.end {
        pipe[cell] = price
        cell += 1
      }
    }
  }
}
