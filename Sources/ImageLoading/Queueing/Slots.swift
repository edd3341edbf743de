/// How many slots there are, or how many are taken; and how many of them by speculation.
struct Slots: Sendable {
  var total = 0
  var speculative = 0

  /// Whether, with these taken, one of `limit` is left.
  func hasRoom(in limit: Slots, forSpeculation isSpeculative: Bool) -> Bool {
    total < limit.total && (!isSpeculative || speculative < limit.speculative)
  }
}
