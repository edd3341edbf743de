import Prefetching

/// The slots and the share of the pipe used by choices in each half of every cell.
struct LinkUse {
  struct Amount {
    var slot = 0.0
    /// The share of the whole pipe.
    var pipe = 0.0

    func distance(to other: Amount) -> Double {
      // Two halves without shortage count as equal.
      (max(slot, other.slot) > 0 ? abs(slot - other.slot) : 0)
        + (max(pipe, other.pipe) > 0 ? abs(pipe - other.pipe) : 0)
    }

    /// Moves toward another amount by a share of the difference.
    mutating func blend(_ other: Amount, _ weight: Double) {
      slot += (other.slot - slot) * weight
      pipe += (other.pipe - pipe) * weight
    }
  }

  /// The cells' edges and middles, in milliseconds.
  private let lines: [Double]
  /// The use of each half cell, as a difference from the previous one.
  private var changes: [Amount]

  init(_ grid: PriceGrid) {
    var lines = [0.0]
    for cell in 0..<grid.count { lines += [grid.middle(cell), grid.lines[cell + 1]] }
    self.lines = lines
    changes = Array(repeating: Amount(), count: lines.count + 1)
  }

  mutating func add(_ transfer: TransferList.Transfer, completion: Double) {
    edge(completion - transfer.span) { $0.slot += $1 }
    edge(completion - transfer.length) { $0.pipe += $1 }
    edge(completion) {
      $0.slot -= $1
      $0.pipe -= $1
    }
  }

  /// Changes the use from a time on; proportionally in the half cell that contains the time.
  private mutating func edge(_ time: Double, _ change: (inout Amount, Double) -> Void) {
    let last = lines.count - 1
    guard time < lines[last] else { return }
    let half = max(0, lines.partitioningIndex { $0 > time } - 1)
    let fraction = max(0, time - lines[half]) / (lines[half + 1] - lines[half])
    change(&changes[half], 1 - fraction)
    change(&changes[half + 1], fraction)
  }

  /// The use beyond the capacity.
  func excess(over capacity: LinkCapacity) -> [Amount] {
    var use = Amount()
    return (0..<lines.count - 1).map { half in
      use.slot += changes[half].slot
      use.pipe += changes[half].pipe
      return Amount(
        slot: use.slot - Double(capacity.connections),
        pipe: use.pipe - capacity.open(from: lines[half], to: lines[half + 1]))
    }
  }
}

/// The capacity of a link at any time.
struct LinkCapacity {
  /// The number of slots.
  let connections: Int
  /// The milliseconds before the first byte of any transfer.
  let firstByte: Double

  /// The share of an interval in which bytes can arrive.
  func open(from: Double, to: Double) -> Double {
    min(1, max(0, (to - firstByte) / (to - from)))
  }
}
