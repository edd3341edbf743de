/// Prefetches a fixed share of a screenful ahead and nothing behind.
///
/// The window is recomputed after the viewport moves by a fixed share of a screenful. The rule and its numbers are
/// those of Preheat (kean/Preheat, `Controller.swift`), with one difference: the window extends back into the viewport
/// by the threshold. So a short move against the direction does not cancel the line that it hides, only to load it
/// again.
public struct StaticPolicy: PrefetchPolicy, Hashable {
  /// `static`.
  public let name = "static"
  /// The length of the window ahead, in viewport lengths.
  public let ratio: Double
  /// The movement after which the window is recomputed, in viewport lengths.
  public let threshold: Double

  /// Creates a policy; negative numbers and NaN count as 0.
  public init(ratio: Double = 1, threshold: Double = 0.25) {
    self.ratio = Self.share(ratio)
    self.threshold = Self.share(threshold)
  }

  /// The window; nil while the viewport is within the threshold of the last decision.
  public func window(for position: ScrollPosition) -> Range<Int>? {
    let viewport = position.viewport
    if let last = position.lastDecision?.viewport, isNear(last, viewport) { return nil }
    let ahead = length(ratio, of: viewport)
    let inside = min(viewport.length, length(threshold, of: viewport))
    switch position.direction {
    case .forward:
      let end = viewport.range.upperBound
      return end - inside..<end.addingSaturated(ahead)
    case .backward:
      let start = viewport.offset
      return start.addingSaturated(-ahead)..<start.addingSaturated(inside)
    }
  }

  private func isNear(_ last: Viewport, _ viewport: Viewport) -> Bool {
    // Floating point, because the difference of two distant offsets could overflow.
    let distance = abs(Double(viewport.offset) - Double(last.offset))
    return distance <= threshold * Double(viewport.length)
  }

  private func length(_ share: Double, of viewport: Viewport) -> Int {
    Int(exactly: (share * Double(viewport.length)).rounded(.up)) ?? .max
  }

  /// A finite number, because infinity times a length of 0 is NaN.
  private static func share(_ value: Double) -> Double {
    value > 0 ? min(value, .greatestFiniteMagnitude) : 0
  }
}
