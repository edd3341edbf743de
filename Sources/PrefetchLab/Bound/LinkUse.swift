import Prefetching

/// How many slots, and how much of the pipe, choices take in either half of every cell.
struct LinkUse {
  struct Amount {
    var slot = 0.0
    /// Of the whole pipe.
    var pipe = 0.0

    func distance(to other: Amount) -> Double {
      // Where nothing is short, in either, there is nothing to tell apart.
      (max(slot, other.slot) > 0 ? abs(slot - other.slot) : 0)
        + (max(pipe, other.pipe) > 0 ? abs(pipe - other.pipe) : 0)
    }

    /// Takes so much of its difference from another one on.
    mutating func blend(_ other: Amount, _ weight: Double) {
      slot += (other.slot - slot) * weight
      pipe += (other.pipe - pipe) * weight
    }
  }

  /// The cells' edges and middles, in milliseconds.
  private let lines: [Double]
  /// By half cell, as differences from the one before.
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

  /// Changes use from a time on; the half cell that holds it in proportion.
  private mutating func edge(_ time: Double, _ change: (inout Amount, Double) -> Void) {
    let last = lines.count - 1
    guard time < lines[last] else { return }
    let half = max(0, lines.partitioningIndex { $0 > time } - 1)
    let fraction = max(0, time - lines[half]) / (lines[half + 1] - lines[half])
    change(&changes[half], 1 - fraction)
    change(&changes[half + 1], fraction)
  }

  /// What is taken beyond what there is.
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

/// What a link has at a time.
struct LinkCapacity {
  /// Slots.
  let connections: Int
  /// Milliseconds before which nothing can come through the pipe, whoever asks.
  let firstByte: Double

  /// The share of a time in which something can come.
  func open(from: Double, to: Double) -> Double {
    min(1, max(0, (to - firstByte) / (to - from)))
  }
}
