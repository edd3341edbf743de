import Prefetching

extension LinkGauge {
  /// The rate above which a link is fast.
  ///
  /// At this rate, a full page of new photographs at 200x60 takes 200 ms.
  private static let fastBytesPerSecond = 2_000_000.0
  /// The fewest bytes of a frame that can show whether the link is slow.
  private static let largeFrame = 1_024
  /// A frame of this many bytes shows the rate even where the empty way is only estimated.
  private static let pageOfPictures = 16_384
  /// The total lateness, in seconds, that rules out a momentary delay.
  ///
  /// It counts only if no frame among them was fast.
  private static let moment = 0.1

  /// True if a link repeatedly takes much longer than a period for a frame.
  ///
  /// Delays only ever add: a terminal without the processor, a loop that was busy. So a link is at
  /// least as fast as its latest fast frame, and lateness before that frame is forgotten. Since
  /// then, frames must be late for a tenth of a second; if there was never a fast frame, one late
  /// frame is enough.
  package var isSlow: Bool {
    var late = 0.0
    for sample in telling.ordered.reversed() {
      if isFast(sample) { return late >= Self.moment }
      if isLate(sample) { late += ownTime(of: sample) }
    }
    return late > 0
  }

  /// True if half of the recent frames, each by itself, took no longer than a period.
  ///
  /// A frame that takes longer is then a stall, which the next frames make up for.
  package var keepsUp: Bool {
    let recent = samples.unordered
    return recent.count { ownTime(of: $0) <= period.seconds } * 2 >= recent.count
  }

  /// Whether a frame by itself took longer than a period, which happens only on a slow link.
  func isLate(_ sample: Sample) -> Bool {
    guard sample.isExact, sample.bytes >= Self.largeFrame else { return false }
    let time = ownTime(of: sample)
    return time > period.seconds && Double(sample.bytes) < time * Self.fastBytesPerSecond
  }

  /// Whether a frame by itself proves a fast link: the link carried all bytes under way in its
  /// time.
  ///
  /// The whole round trip is proof for any large frame. The time without the empty way is proof
  /// only for a full page: for smaller frames, a network's jitter would look like proof.
  func isFast(_ sample: Sample) -> Bool {
    guard sample.bytes >= Self.largeFrame else { return false }
    let time =
      sample.bytes >= Self.pageOfPictures ? travelTime(of: sample) : sample.roundTrip.seconds
    return Double(sample.load) >= time * Self.fastBytesPerSecond
  }
}
