/// The latest of a stream of values, at most so many.
package struct RecentValues<Value> {
  private let capacity: Int
  private var ring: [Value] = []
  private var next = 0

  /// - Parameter capacity: at least 1.
  package init(capacity: Int) {
    self.capacity = capacity
  }

  /// O(1).
  package mutating func append(_ value: Value) {
    if ring.count < capacity {
      ring.append(value)
    } else {
      ring[next] = value
    }
    next = (next + 1) % capacity
  }

  package var last: Value? {
    ring.isEmpty ? nil : ring[(next + ring.count - 1) % ring.count]
  }

  /// All of them, in no order.
  package var unordered: [Value] { ring }

  /// All of them, oldest first.
  package var ordered: [Value] {
    ring.count < capacity ? ring : Array(ring[next...] + ring[..<next])
  }
}

extension RecentValues: Sendable where Value: Sendable {}
extension RecentValues: Equatable where Value: Equatable {}
extension RecentValues: Hashable where Value: Hashable {}
