import Prefetching

extension Viewport {
  /// The viewport and a part of the content on both sides.
  ///
  /// - Parameters:
  ///   - ahead: the viewport lengths on the side of `direction`; negative numbers and NaN count as 0.
  ///   - behind: the same for the other side.
  func window(ahead: Double, behind: Double, towards direction: ScrollDirection) -> Range<Int> {
    let (ahead, behind) = (lengths(ahead), lengths(behind))
    switch direction {
    case .forward: return widened(before: behind, after: ahead)
    case .backward: return widened(before: ahead, after: behind)
    }
  }

  private func widened(before: Int, after: Int) -> Range<Int> {
    offset.addingSaturated(-before)..<range.upperBound.addingSaturated(after)
  }

  /// A fraction of a unit counts as a whole one.
  private func lengths(_ count: Double) -> Int {
    guard count > 0, length > 0 else { return 0 }
    return Int(exactly: (count * Double(length)).rounded(.up)) ?? .max
  }
}
