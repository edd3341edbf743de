/// The latest values of a stream, up to a capacity.
package struct RecentValues<Value> {
  private let capacity: Int
  private var ring: [Value] = []
  private var next = 0

  /// - Parameter capacity: at least 1.
  package init(capacity: Int) {
    self.capacity = capacity
  }

  /// Adds a value in O(1); at capacity it replaces the oldest.
  package mutating func append(_ value: Value) {
    if ring.count < capacity {
      ring.append(value)
    } else {
      ring[next] = value
    }
    next = (next + 1) % capacity
  }

  package var count: Int { ring.count }
  package var isEmpty: Bool { ring.isEmpty }

  package var last: Value? { ring.isEmpty ? nil : self[age: 0] }

  /// The value at an age: 0 is the latest.
  package subscript(age age: Int) -> Value {
    get { ring[(next + ring.count - 1 - age) % ring.count] }
    set { ring[(next + ring.count - 1 - age) % ring.count] = newValue }
  }

  /// The values in no particular order.
  package var unordered: [Value] { ring }

  /// The values, oldest first.
  package var ordered: [Value] {
    ring.count < capacity ? ring : Array(ring[next...] + ring[..<next])
  }
}

extension RecentValues: Sendable where Value: Sendable {}
extension RecentValues: Equatable where Value: Equatable {}
extension RecentValues: Hashable where Value: Hashable {}
