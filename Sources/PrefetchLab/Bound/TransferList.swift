import GalleryCore
import Prefetching

/// The demands as needed for the bound, with their curves in one array.
struct TransferList {
  private(set) var transfers: [Transfer] = []
  private(set) var pieces: [BlankCurve.Piece] = []
  /// The times from which pictures of each release can arrive, ascending and distinct, in milliseconds; zero first.
  let openings: [Double]

  init(_ demands: [Demand], bandwidth: Int) {
    let latencies = Dictionary(grouping: demands.filter { $0.release > .zero }, by: \.release)
      .compactMapValues { $0.map { max(0, $0.latency.milliseconds) }.min() }
    func opening(_ release: Duration) -> Double {
      latencies[release].map { release.milliseconds + $0 } ?? 0
    }
    let openings = Set(latencies.keys.map(opening) + [0]).sorted()
    self.openings = openings
    for demand in demands {
      let latency = max(0, demand.latency.milliseconds)
      let length = Double(max(0, demand.bytes)) * 1e3 / Double(bandwidth)
      let release = max(0, demand.release.milliseconds)
      let curve = BlankCurve(demand, earliest: release + latency + length)
      transfers.append(
        Transfer(
          latency: latency, length: length,
          opening: openings.partitioningIndex { $0 >= opening(demand.release) },
          pieces: pieces.count..<pieces.count + curve.pieces.count, never: curve.never))
      pieces += curve.pieces
    }
  }

  /// The blank time of a transfer that completes as early as possible, in tile-milliseconds.
  func leastCost(of transfer: Transfer) -> Double {
    transfer.pieces.isEmpty ? transfer.never : pieces[transfer.pieces.lowerBound].cost
  }
}

extension TransferList {
  /// The blank time if the last byte arrives at a time, not before the earliest possible one.
  func cost(of transfer: Transfer, completion: Double) -> Double {
    for piece in pieces[transfer.pieces] where completion <= piece.to {
      return piece.cost + piece.slope * max(0, completion - piece.from)
    }
    return transfer.never
  }
}

extension TransferList {
  /// A demand in milliseconds, at the link's full rate.
  struct Transfer {
    /// The time before the first byte.
    let latency: Double
    /// The time from the first byte to the last with the whole pipe.
    let length: Double
    /// The index in `TransferList.openings`.
    let opening: Int
    /// The range of its curve in `TransferList.pieces`.
    let pieces: Range<Int>
    let never: Double

    /// The shortest time for which it holds a slot.
    var span: Double { latency + length }
  }
}

/// The blank time of a picture by the time of its last byte; non-decreasing and piecewise linear.
struct BlankCurve {
  struct Piece {
    let from: Double
    let to: Double
    /// The blank time at `from`.
    let cost: Double
    /// The increase per millisecond.
    let slope: Double
  }

  /// The pieces from the earliest possible time until nothing can be avoided, without gaps, in milliseconds.
  let pieces: [Piece]
  /// The cost of never loading.
  let never: Double

  /// Creates the curve of a demand that can't complete before `earliest`, in milliseconds.
  init(_ demand: Demand, earliest: Double) {
    let decode = demand.decode.milliseconds
    var pieces: [Piece] = []
    var cost = 0.0
    var time = earliest
    for visit in demand.visits where visit.to > visit.from && visit.share > 0 {
      let from = visit.from.milliseconds - decode
      let to = visit.to.milliseconds - decode
      // No schedule can prevent this part.
      cost += visit.share * max(0, min(earliest, to) - from)
      guard to > time else { continue }
      if from > time {
        pieces.append(Piece(from: time, to: from, cost: cost, slope: 0))
        time = from
      }
      pieces.append(Piece(from: time, to: to, cost: cost, slope: visit.share))
      cost += visit.share * (to - time)
      time = to
    }
    self.pieces = pieces
    never = cost
  }
}
