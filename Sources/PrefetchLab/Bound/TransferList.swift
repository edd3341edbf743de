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
