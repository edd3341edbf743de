/// The failures to remember until a reload is asked for, so that nothing that failed is asked for
/// again and again while scrolling past it.
///
/// Bounded: beyond `capacity` the oldest is forgotten (and may then be tried again).
struct FailureMemory: Sendable {
  static let capacity = 10_000

  private var reasons: [Int: String] = [:]
  private var order: [Int] = []
  private var oldest = 0

  subscript(item: Int) -> String? { reasons[item] }

  mutating func remember(_ reason: String, for item: Int) {
    guard reasons.updateValue(reason, forKey: item) == nil else { return }
    guard order.count == Self.capacity else {
      order.append(item)
      return
    }
    reasons[order[oldest]] = nil
    order[oldest] = item
    oldest = (oldest + 1) % Self.capacity
  }

  mutating func forgetAll() { self = FailureMemory() }

  /// Forgets one item; its place in the order stays until it is the oldest.
  mutating func forget(_ item: Int) { reasons[item] = nil }
}
