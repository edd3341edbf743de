import Prefetching

extension PriceGrid {
  /// Makes the pipe's prices the nearest that never rise and are not negative.
  ///
  /// Pools adjacent violators (Ayer, Brunk, Ewing, Reid and Silverman, 1955). Cells that
  /// end before `firstByte`, in which nothing can come, take the price of the one after them.
  mutating func settlePipe(from firstByte: Double) {
    let closed = min(count - 1, max(0, lines.partitioningIndex { $0 > firstByte } - 1))
    var blocks: [(sum: Double, width: Double, end: Int)] = []
    for cell in closed..<count {
      var block = (sum: pipe[cell] * width(cell), width: width(cell), end: cell + 1)
      while let last = blocks.last, last.sum * block.width < block.sum * last.width {
        block = (block.sum + last.sum, block.width + last.width, block.end)
        blocks.removeLast()
      }
      blocks.append(block)
    }
    var cell = closed
    for block in blocks {
      let price = max(0, block.sum / block.width)
      while cell < block.end {
        pipe[cell] = price
        cell += 1
      }
    }
    for cell in 0..<closed { pipe[cell] = pipe[closed] }
  }
}
