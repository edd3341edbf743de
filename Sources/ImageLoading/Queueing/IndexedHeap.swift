/// A binary min-heap whose elements can be found again: re-ranked or removed by their key.
///
/// - Complexity: O(log n) for every change, O(1) for `first`.
struct IndexedHeap<Key: Hashable, Rank: Comparable> {
  private var entries: [(key: Key, rank: Rank)] = []
  private var positions: [Key: Int] = [:]

  var count: Int { entries.count }
  var isEmpty: Bool { entries.isEmpty }

  /// The element of the lowest rank.
  var first: (key: Key, rank: Rank)? { entries.first }

  /// Adds an element, or gives a present one another rank.
  mutating func update(_ key: Key, rank: Rank) {
    if let position = positions[key] {
      entries[position].rank = rank
      settle(position)
    } else {
      entries.append((key, rank))
      positions[key] = entries.count - 1
      siftUp(entries.count - 1)
    }
  }

  /// Takes an element out, if it is there.
  @discardableResult
  mutating func remove(_ key: Key) -> Rank? {
    guard let position = positions.removeValue(forKey: key) else { return nil }
    let rank = entries[position].rank
    let last = entries.removeLast()
    if position < entries.count {
      entries[position] = last
      positions[last.key] = position
      settle(position)
    }
    return rank
  }

  /// Moves an element of changed rank to where it belongs.
  private mutating func settle(_ position: Int) {
    siftDown(position)
    siftUp(position)
  }

  private mutating func siftUp(_ start: Int) {
    var child = start
    while child > 0 {
      let parent = (child - 1) / 2
      guard entries[child].rank < entries[parent].rank else { return }
      exchange(child, parent)
      child = parent
    }
  }

  private mutating func siftDown(_ start: Int) {
    var parent = start
    while true {
      let left = 2 * parent + 1
      guard left < entries.count else { return }
      let right = left + 1
      let isRightLess = right < entries.count && entries[right].rank < entries[left].rank
      let child = isRightLess ? right : left
      guard entries[child].rank < entries[parent].rank else { return }
      exchange(child, parent)
      parent = child
    }
  }

  private mutating func exchange(_ first: Int, _ second: Int) {
    entries.swapAt(first, second)
    positions[entries[first].key] = first
    positions[entries[second].key] = second
  }
}

extension IndexedHeap: Sendable where Key: Sendable, Rank: Sendable {}
