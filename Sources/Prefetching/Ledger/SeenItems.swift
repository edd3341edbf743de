/// The items that were shown, in bounded memory.
///
/// It stores runs of consecutive items. Beyond ``mostRuns``, it forgets the farthest run: after that many jumps, an
/// item may count as shown for the first time again.
struct SeenItems: Sendable {
  static let mostRuns = 1_024

  private var items = RangeSet<Int>()

  var runCount: Int { items.ranges.count }

  /// - Returns: whether the item is new.
  /// - Complexity: O(log runs) next to a run, O(runs) for a new one.
  mutating func insert(_ item: Int) -> Bool {
    guard item < .max, !items.contains(item) else { return false }
    items.insert(contentsOf: item..<item + 1)
    if runCount > Self.mostRuns { forgetFarthest(from: item) }
    return true
  }

  /// Moves items to their new places.
  mutating func apply(_ changes: ItemChanges) {
    items = changes.places(of: items)
    while runCount > Self.mostRuns, let last = items.ranges.last {
      items.remove(contentsOf: last)
    }
  }

  private mutating func forgetFarthest(from item: Int) {
    guard let first = items.ranges.first, let last = items.ranges.last else { return }
    // Floating point, because the difference of two distant items could overflow.
    let (place, before, after) = (Double(item), Double(first.upperBound), Double(last.lowerBound))
    items.remove(contentsOf: place - before > after - place ? first : last)
  }
}
