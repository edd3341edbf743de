import GalleryCore

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
