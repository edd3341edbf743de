import Prefetching

extension LinkGauge {
  /// A link that carries so much is fast: a page of photographs at 200x60, all of it anew, takes
  /// 200 ms.
  private static let fastBytesPerSecond = 2_000_000.0
  /// Bytes of a frame that may tell whether the link is slow.
  private static let largeFrame = 1_024
  /// A frame of so many bytes tells the rate even where the empty way is only estimated.
  private static let pageOfPictures = 16_384
  /// Frames that were late for so long in all, and none of them fast, are more than a moment's
  /// delay.
  private static let moment = 0.1

  /// True when a link takes much longer than a period for a frame, again and again.
  ///
  /// Delays only ever add: a terminal without the processor, a loop that was busy. So a link is at
  /// least as fast as its latest fast frame; what was late before that one is forgotten. Since then
  /// frames have to be late for a tenth of a second; where none was ever fast, one is enough.
  package var isSlow: Bool {
    var late = 0.0
    for sample in telling.ordered.reversed() {
      if isFast(sample) { return late >= Self.moment }
      if isLate(sample) { late += ownTime(of: sample) }
    }
    return late > 0
  }

  /// Whether a frame alone took a link longer than a period, which only a slow one needs for it.
  func isLate(_ sample: Sample) -> Bool {
    guard sample.isExact, sample.bytes >= Self.largeFrame else { return false }
    let time = ownTime(of: sample)
    return time > period.seconds && Double(sample.bytes) < time * Self.fastBytesPerSecond
  }

  /// Whether a frame alone proves a fast link: all that was under way with it was carried in its
  /// time.
  ///
  /// The whole round trip proves it for any large frame. What is left without the empty way does for
  /// a page: for others the jitter of a network would.
  func isFast(_ sample: Sample) -> Bool {
    guard sample.bytes >= Self.largeFrame else { return false }
    let time =
      sample.bytes >= Self.pageOfPictures ? travelTime(of: sample) : sample.roundTrip.seconds
    return Double(sample.load) >= time * Self.fastBytesPerSecond
  }
}
