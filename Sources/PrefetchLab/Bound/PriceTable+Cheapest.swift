extension PriceTable {
  /// A time to have a picture, and what it costs.
  struct Choice {
    var cost: Double
    /// When the last byte has come, in milliseconds; nil for never.
    var completion: Double?
  }

  /// The cheapest time to have a picture, not before `after`, blank time and prices together.
  ///
  /// The sum is linear between the times at which the slot's end, its beginning or the pipe's beginning
  /// crosses a line, or a piece of the curve ends; so one of these is a minimum. O(lines + pieces).
  func cheapest(
    _ transfer: Transfer, in pieces: [BlankCurve.Piece], after: Double = 0
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
      // Prices are not negative, and the curve does not fall again.
      if piece.cost >= best.cost { break }
      while walk.time < piece.to {
        value += walk.advance(self, slope: piece.slope, limit: piece.to)
        if value < best.cost { best = Choice(cost: value, completion: walk.time) }
      }
    }
    return best
  }
}
