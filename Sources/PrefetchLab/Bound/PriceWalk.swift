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

  init(_ prices: PriceTable, _ transfer: Transfer, from time: Double) {
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
