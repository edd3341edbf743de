/// The bytes of pictures that a frame may carry: those of a tenth of a second.
///
/// Sent bytes can't be taken back when a key makes their pictures obsolete. The budget relies only on large frames, and
/// at most doubles with each, like TCP's slow start (RFC 5681). Rates between answers would be too high, because
/// answers come in bursts.
struct PictureBudget: Hashable, Sendable {
  private(set) var bytes = Constants.Pictures.least

  /// Records the time of a frame's transfer, including the bytes before it.
  mutating func record(_ frameBytes: Int, carriedIn time: Duration) {
    guard frameBytes >= Constants.Pictures.least / 2 else { return }
    let carried = Double(frameBytes) * Constants.Pictures.time.seconds / max(time.seconds, 1e-6)
    bytes = min(max(Int(min(carried, 1e9)), Constants.Pictures.least), 2 * bytes)
  }
}
