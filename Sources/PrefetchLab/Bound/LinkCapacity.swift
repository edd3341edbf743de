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
