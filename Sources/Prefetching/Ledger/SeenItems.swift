/// Which items have been shown before, in memory that does not grow with their number.
///
/// It holds runs of neighbours. Of more than ``mostRuns`` it forgets the one farthest away: who jumps about
/// for so long may see an item for the first time twice.
struct SeenItems: Sendable {
  static let mostRuns = 1_024

  private var items = RangeSet<Int>()

  var runCount: Int { items.ranges.count }

  /// - Returns: whether it was not in it.
  /// - Complexity: O(log runs) beside a run, O(runs) for a new one.
  mutating func insert(_ item: Int) -> Bool {
    guard item < .max, !items.contains(item) else { return false }
    items.insert(contentsOf: item..<item + 1)
    if runCount > Self.mostRuns { forgetFarthest(from: item) }
    return true
  }

  private mutating func forgetFarthest(from item: Int) {
    guard let first = items.ranges.first, let last = items.ranges.last else { return }
    // In floating point the difference of two far items cannot overflow.
    let (place, before, after) = (Double(item), Double(first.upperBound), Double(last.lowerBound))
    items.remove(contentsOf: place - before > after - place ? first : last)
  }
}
