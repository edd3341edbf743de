/// The bytes of pictures that a frame may carry: as many as the link carries in a tenth of a second.
///
/// Bytes that are sent can't be taken back when a key makes their pictures obsolete. The budget
/// believes only what large frames took, and at most doubles with each, as TCP does in its slow
/// start (RFC 5681): rates that are measured between answers are too high where answers come in
/// bursts.
struct PictureBudget: Hashable, Sendable {
  static let time = Duration.milliseconds(100)
  /// The least budget, a tenth of a second at 1.3 Mbit/s; a frame of half of it shows a rate.
  static let least = 16_384

  private(set) var bytes = least

  /// Notes the time in which the link carried a frame, and what was under way before it.
  mutating func note(_ frameBytes: Int, carriedIn time: Duration) {
    guard frameBytes >= Self.least / 2 else { return }
    let carried = Double(frameBytes) * Self.time.seconds / max(time.seconds, 1e-6)
    bytes = min(max(Int(min(carried, 1e9)), Self.least), 2 * bytes)
  }
}
