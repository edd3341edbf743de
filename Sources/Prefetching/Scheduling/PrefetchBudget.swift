/// How many bytes of pictures may be held, or be on their way, before anybody has seen them.
///
/// While pictures on screen wait, it is half of that.
package struct PrefetchBudget: Hashable, Sendable {
  /// The ceiling, in bytes.
  package let limitBytes: Int
  /// What pictures cost that are there and have not been seen, in bytes.
  package private(set) var heldBytes = 0
  private var held: [Int: Int] = [:]
  /// No picture costs more than a tebibyte, so that the sum of millions cannot overflow.
  private static let mostBytes = 1 << 40
  /// A moving average of what a picture costs; nil before the first.
  private var averageBytes: Double?

  /// Makes a budget; a negative limit counts as 0.
  package init(limitBytes: Int) {
    self.limitBytes = max(0, limitBytes)
  }

  /// A picture is there and not on screen.
  mutating func hold(_ item: Int, bytes: Int) {
    release(item)
    let bytes = min(max(0, bytes), Self.mostBytes)
    held[item] = bytes
    heldBytes += bytes
  }

  /// A picture has been seen, or is not expected any more.
  mutating func release(_ item: Int) {
    heldBytes -= held.removeValue(forKey: item) ?? 0
  }

  /// What pictures cost is learned from all of them, an eighth from each.
  mutating func note(bytes: Int) {
    let bytes = Double(max(0, bytes))
    averageBytes = averageBytes.map { $0 + (bytes - $0) / 8 } ?? bytes
  }

  /// Whether a picture has told what pictures cost.
  var isLearned: Bool { averageBytes != nil }

  /// How many pictures it is good for.
  var affordableItems: Int {
    guard let averageBytes, averageBytes >= 1 else { return .max }
    return Int(min(1e15, Double(limitBytes) / averageBytes))
  }

  /// Whether another picture may be started with so many on their way.
  func hasRoom(underWay: Int, demandWaits: Bool) -> Bool {
    guard limitBytes > 0 else { return false }
    let expected = Double(heldBytes) + (averageBytes ?? 0) * Double(underWay + 1)
    return expected <= Double(demandWaits ? limitBytes / 2 : limitBytes)
  }
}
