import FramePacing
import SimulationModels

/// The interval that holds the ratio of two medians with 99 % confidence.
///
/// It is a percentile bootstrap (Efron, 1979): both sides are drawn again from their own runs, many times.
package struct RatioInterval: Equatable, Sendable {
  /// The fewest runs of each side; chance alone separates fewer too often.
  package static let fewestRuns = 5
  static let confidence = 0.99
  private static let samples = 2_000

  let low, high: Double

  /// Makes the interval; nil if there are too few runs.
  ///
  /// - Parameter generator: the source of the samples; the same seed gives the same interval.
  init?(before: [Double], after: [Double], using generator: inout SeededGenerator) {
    guard min(before.count, after.count) >= Self.fewestRuns else { return nil }
    var ratios: [Double] = []
    for _ in 0..<Self.samples {
      ratios.append(
        Self.ratio(
          of: Self.sampleMedian(of: before, using: &generator),
          to: Self.sampleMedian(of: after, using: &generator)))
    }
    ratios.sort()
    let tail = Int(Double(Self.samples) * (1 - Self.confidence) / 2)
    (low, high) = (ratios[tail], ratios[ratios.count - 1 - tail])
  }

  /// Whether the medians differ by more than chance explains.
  var excludesEquality: Bool { low > 1 || high < 1 }

  /// The change from one value to another; infinite if it begins at zero.
  static func ratio(of before: Double, to after: Double) -> Double {
    before == after ? 1 : after / before
  }

  private static func sampleMedian(
    of runs: [Double], using generator: inout SeededGenerator
  ) -> Double {
    Percentiles(runs.map { _ in runs[Int.random(in: runs.indices, using: &generator)] }).p50
  }
}
