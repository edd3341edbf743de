/// How many slots are taken, and how many of them by speculation.
struct SlotCount: Sendable {
  var total = 0
  var speculative = 0

  /// Whether a speculative load leaves a slot for what is on screen.
  ///
  /// A single slot is lent out: nothing could ever be prefetched otherwise.
  func hasRoomForSpeculation(limit: Int) -> Bool {
    total < limit && speculative < max(1, limit - 1)
  }
}
