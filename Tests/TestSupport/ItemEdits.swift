import Prefetching

/// Numbered items in some order, edited at random, and what the edits were.
package struct ItemEdits {
  package private(set) var items: [Int]
  private var next: Int

  package init(count: Int) {
    items = Array(0..<count)
    next = count
  }

  /// Removes, inserts and moves some items.
  ///
  /// - Returns: the changes, and the items that were removed.
  package mutating func edit(using random: inout SeededRandom) -> (
    changes: ItemChanges, gone: Set<Int>
  ) {
    let former = items
    let most = [0, 1, 1, 3, 8].randomElement(using: &random) ?? 1
    var gone: Set<Int> = []
    var moving: Set<Int> = []
    for _ in 0..<Int.random(in: 0...most, using: &random) {
      if let item = former.randomElement(using: &random) { gone.insert(item) }
    }
    for _ in 0..<Int.random(in: 0...most, using: &random) / 2 {
      if let item = former.randomElement(using: &random), !gone.contains(item) {
        moving.insert(item)
      }
    }
    let fresh = (0..<Int.random(in: 0...most, using: &random)).map { next + $0 }
    next += fresh.count
    items.removeAll { gone.contains($0) || moving.contains($0) }
    for item in (fresh + moving.sorted()).shuffled(using: &random) {
      // Often in a bunch, as files of one name come.
      let place = Int.random(in: 0...items.count, using: &random)
      items.insert(item, at: Bool.random(using: &random) ? min(place, 3) : place)
    }
    var moved: [Int: Int] = [:]
    for item in moving {
      if let old = former.firstIndex(of: item), let new = items.firstIndex(of: item) {
        moved[old] = new
      }
    }
    let changes = ItemChanges(
      removed: places(of: gone, in: former), inserted: places(of: Set(fresh), in: items),
      moved: moved)
    return (changes, gone)
  }

  private func places(of some: Set<Int>, in items: [Int]) -> RangeSet<Int> {
    var places = RangeSet<Int>()
    for (place, item) in items.enumerated() where some.contains(item) {
      places.insert(contentsOf: place..<place + 1)
    }
    return places
  }
}
