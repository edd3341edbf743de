/// What is remembered of items, and of no more than so many of them: beyond that, the one is forgotten
/// that has been remembered for longest.
///
/// - Complexity: O(1) for every call; memory O(items remembered).
struct ItemMemory<Value: Sendable>: Sendable {
  private struct Entry: Sendable {
    var value: Value
    /// Its place in `order`.
    let place: Int
  }

  let capacity: Int
  private var entries: [Int: Entry] = [:]
  /// The items in the order in which they came, in a ring; those forgotten since keep their place.
  private var order: [Int] = []
  private var oldest = 0

  init(capacity: Int) { self.capacity = capacity }

  subscript(item: Int) -> Value? { entries[item]?.value }

  /// Remembers a value in place of an earlier one, which makes the item no younger.
  mutating func remember(_ value: Value, of item: Int) {
    if entries[item] != nil {
      entries[item]?.value = value
    } else if order.count < capacity {
      entries[item] = Entry(value: value, place: order.count)
      order.append(item)
    } else if capacity > 0 {
      // An item that was forgotten and came again has another place by now.
      if entries[order[oldest]]?.place == oldest { entries[order[oldest]] = nil }
      entries[item] = Entry(value: value, place: oldest)
      order[oldest] = item
      oldest = (oldest + 1) % capacity
    }
  }

  mutating func forget(_ item: Int) { entries[item] = nil }

  mutating func forgetAll() { self = ItemMemory(capacity: capacity) }
}
