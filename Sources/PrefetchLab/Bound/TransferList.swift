import GalleryCore

/// All the demands as the bound sees them, their curves in one array.
struct TransferList {
  private(set) var transfers: [Transfer] = []
  private(set) var pieces: [BlankCurve.Piece] = []

  init(_ demands: [Demand], bandwidth: Int) {
    for demand in demands {
      let latency = max(0, demand.latency.milliseconds)
      let length = Double(max(0, demand.bytes)) * 1e3 / Double(bandwidth)
      let curve = BlankCurve(demand, earliest: latency + length)
      transfers.append(
        Transfer(
          latency: latency, length: length,
          pieces: pieces.count..<pieces.count + curve.pieces.count, never: curve.never))
      pieces += curve.pieces
    }
  }

  /// The end of what is left to win, and the cost of what is not: milliseconds, tile-milliseconds.
  func leastCost(of transfer: Transfer) -> Double {
    transfer.pieces.isEmpty ? transfer.never : pieces[transfer.pieces.lowerBound].cost
  }
}

extension TransferList {
  /// What remains blank if the last byte comes at this time, not before the earliest one possible.
  func cost(of transfer: Transfer, completion: Double) -> Double {
    for piece in pieces[transfer.pieces] where completion <= piece.to {
      return piece.cost + piece.slope * max(0, completion - piece.from)
    }
    return transfer.never
  }
}

extension TransferList {
  /// A demand as the bound sees it: in milliseconds, at the link's full rate.
  struct Transfer {
    /// Until the first byte.
    let latency: Double
    /// From the first byte to the last one with the whole pipe: what it takes of the pipe.
    let length: Double
    /// Where the curve lies in `TransferList.pieces`.
    let pieces: Range<Int>
    let never: Double

    /// The least time that a slot is held.
    var span: Double { latency + length }
  }
}

/// What it costs to have the last byte of a picture at a time: never falling, in straight pieces.
struct BlankCurve {
  struct Piece {
    let from: Double
    let to: Double
    /// At `from`.
    let cost: Double
    /// A millisecond.
    let slope: Double
  }

  /// From the earliest possible time on, without gaps, until nothing is left to win; in milliseconds.
  let pieces: [Piece]
  /// The cost of never loading.
  let never: Double

  /// The curve of a demand that can't be complete before `earliest`, in milliseconds.
  init(_ demand: Demand, earliest: Double) {
    let decode = demand.decode.milliseconds
    var pieces: [Piece] = []
    var cost = 0.0
    var time = earliest
    for visit in demand.visits where visit.to > visit.from && visit.share > 0 {
      let from = visit.from.milliseconds - decode
      let to = visit.to.milliseconds - decode
      // What nobody can prevent.
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
