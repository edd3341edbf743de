/// The hitch time ratio: milliseconds late per second of frames.
///
/// A frame counts for its budget plus its lateness, so that idle time does not improve the figure.
package struct HitchRatio: Hashable, Sendable {
  /// Apple's grades, from “Explore UI animation hitches and the render loop”, WWDC 2020.
  package enum Grade: String, Hashable, Sendable {
    case good, warning, critical
  }

  package let millisecondsPerSecond: Double

  /// - Parameters:
  ///   - lateness: the sum of all frames.
  ///   - budget: the time from one frame to the next.
  package init(of frames: Int, lateness: Duration, budget: Duration) {
    let time = budget * frames + lateness
    millisecondsPerSecond = time > .zero ? lateness / time * 1_000 : 0
  }

  package var grade: Grade {
    millisecondsPerSecond < 5 ? .good : millisecondsPerSecond <= 10 ? .warning : .critical
  }
}
