/// Saturating arithmetic: counts and offsets are untrusted, and content too long to measure can
/// still be scrolled.
extension Int {
  package func addingSaturated(_ other: Int) -> Int {
    let (sum, overflow) = addingReportingOverflow(other)
    guard overflow else { return sum }
    return other < 0 ? .min : .max
  }

  func multipliedSaturated(by other: Int) -> Int {
    let (product, overflow) = multipliedReportingOverflow(by: other)
    guard overflow else { return product }
    return (self < 0) == (other < 0) ? .max : .min
  }

  /// The quotient of two nonnegative numbers, rounded up.
  func dividedRoundingUp(by divisor: Int) -> Int {
    self / divisor + (self % divisor == 0 ? 0 : 1)
  }
}
