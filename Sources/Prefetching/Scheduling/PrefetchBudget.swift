import LinkEstimates

/// Limits the bytes of unseen pictures that are in memory or loading.
package struct PrefetchBudget: Hashable, Sendable {
  /// The limit in bytes; a negative limit counts as 0.
  package var limitBytes: Int {
    didSet { limitBytes = max(0, limitBytes) }
  }
  /// The bytes of unseen pictures in memory.
  package private(set) var heldBytes = 0
  private var held: [Int: Int] = [:]
  /// The largest size that counts for a picture, a tebibyte, so that the sum of millions can't
  /// overflow.
  private static let mostBytes = 1 << 40
  private var averageBytes = MovingAverage<Double>(divisor: Constants.Average.divisor)

  /// Creates a budget; a negative limit counts as 0.
  package init(limitBytes: Int) {
    self.limitBytes = max(0, limitBytes)
  }

  /// Adds a picture that is in memory but not on screen.
  mutating func hold(_ item: Int, bytes: Int) {
    release(item)
    let bytes = min(max(0, bytes), Self.mostBytes)
    held[item] = bytes
    heldBytes += bytes
  }

  /// Removes a picture that was seen or is no longer expected.
  mutating func release(_ item: Int) {
    heldBytes -= held.removeValue(forKey: item) ?? 0
  }

  /// Moves items to their new places; pictures of removed items no longer count.
  mutating func apply(_ changes: ItemChanges) {
    held = changes.renumbered(held)
    heldBytes = held.values.reduce(0, +)
  }

  /// Adds the size of a picture to the average.
  mutating func recordSize(_ bytes: Int) { averageBytes.add(Double(max(0, bytes))) }

  /// Whether the size of any picture is known.
  var isLearned: Bool { averageBytes.value != nil }

  /// The number of pictures that fit in the limit.
  var affordableItems: Int {
    guard let averageBytes = averageBytes.value, averageBytes >= 1 else { return .max }
    return Int(min(1e15, Double(limitBytes) / averageBytes))
  }

  /// Whether the load of another picture may start.
  func hasRoom(underWay: Int) -> Bool {
    guard limitBytes > 0 else { return false }
    let expected = Double(heldBytes) + (averageBytes.value ?? 0) * Double(underWay + 1)
    return expected <= Double(limitBytes)
  }
}
