import LinkEstimates

extension LinkGauge {
  /// Whether a link repeatedly takes much longer than a period for a frame.
  ///
  /// Noise only adds delay: a terminal without the processor, a busy loop. So a link is at least as
  /// fast as its latest fast frame, and lateness before that frame is ignored. Frames since then
  /// must be late by a tenth of a second in total; if there was never a fast frame, one late frame
  /// suffices.
  package var isSlow: Bool {
    var late = 0.0
    for sample in telling.ordered.reversed() {
      if isFast(sample) { return late >= Constants.Gauge.moment }
      if isLate(sample) { late += ownTime(of: sample) }
    }
    return late > 0
  }

  /// Whether half of the recent frames took at most a period each.
  ///
  /// A longer frame is then a stall, which the next frames make up for.
  package var keepsUp: Bool {
    let recent = samples.unordered
    return recent.count { ownTime(of: $0) <= period.seconds } * 2 >= recent.count
  }

  /// Whether a frame's own time exceeded a period, which happens only on a slow link.
  func isLate(_ sample: Sample) -> Bool {
    guard sample.isExact, sample.bytes >= Constants.Gauge.largeFrame else { return false }
    let time = ownTime(of: sample)
    return time > period.seconds && Double(sample.bytes) < time * Constants.Gauge.fastBytesPerSecond
  }

  /// Whether a frame proves a fast link: the link carried all bytes under way in its time.
  ///
  /// The whole round trip is proof for any large frame. The time minus an empty round trip is proof
  /// only for a full page, because network jitter would make smaller frames look fast.
  func isFast(_ sample: Sample) -> Bool {
    guard sample.bytes >= Constants.Gauge.largeFrame else { return false }
    let isPage = sample.bytes >= Constants.Gauge.pageOfPictures
    let time = isPage ? travelTime(of: sample) : sample.roundTrip.seconds
    return Double(sample.load) >= time * Constants.Gauge.fastBytesPerSecond
  }
}
