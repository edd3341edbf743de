/// Which items of a data source were removed, inserted and moved, after `UICollectionView`'s batch updates.
///
/// As there, removals and the starts of moves are places before the change; insertions and the ends of
/// moves are places after it. All other items keep their order.
///
/// ```swift
/// // a b c d  →  b x d a: c is removed, x inserted, and a moved to the end
/// let changes = ItemChanges(
///   removed: RangeSet(2..<3), inserted: RangeSet(1..<2), moved: [0: 3])
/// changes.place(of: 3)  // 2: d
/// changes.place(of: 2)  // nil: c is gone
/// ```
public struct ItemChanges: Hashable, Sendable {
  /// Neighbors that keep their order, and the new place of the first.
  private struct Run: Hashable, Sendable {
    let places: Range<Int>
    let start: Int
  }

  /// The places before the change of items that are gone.
  public let removed: RangeSet<Int>
  /// The places after the change of items that were not there.
  public let inserted: RangeSet<Int>
  /// The places of items before the change, each with the place of the same item after it.
  public let moved: [Int: Int]
  /// All that is neither removed nor moved, in ascending order.
  private let runs: [Run]

  /// Makes changes; by default none.
  ///
  /// A place stands in one of the sets at most, before the change as well as after it.
  ///
  /// - Complexity: O(ranges + moves × log ranges).
  public init(
    removed: RangeSet<Int> = RangeSet(), inserted: RangeSet<Int> = RangeSet(),
    moved: [Int: Int] = [:]
  ) {
    self.removed = removed
    self.inserted = inserted
    self.moved = moved
    var (left, come) = (removed, inserted)
    for (start, end) in moved {
      left.insert(start)
      come.insert(end)
    }
    runs = Self.runs(without: left.ranges, around: come.ranges)
  }

  /// Whether all items keep their places.
  public var isEmpty: Bool { removed.isEmpty && inserted.isEmpty && moved.isEmpty }

  /// The place of an item after the change; nil if it is gone.
  ///
  /// - Complexity: O(log ranges).
  public func place(of item: Int) -> Int? {
    if let place = moved[item] { return place }
    let index = runs.partitioningIndex { $0.places.upperBound > item }
    guard index < runs.count, runs[index].places.contains(item) else { return nil }
    return runs[index].start.addingSaturated(item - runs[index].places.lowerBound)
  }

  /// The place of an item after the change, or of the one that stands in its stead if it is gone: the next
  /// that has neither gone nor moved, or the end.
  ///
  /// - Complexity: O(log ranges).
  package func nearestPlace(of item: Int) -> Int {
    if let place = place(of: item) { return place }
    let index = runs.partitioningIndex { $0.places.upperBound > item }
    return index < runs.count ? runs[index].start : .max
  }

  /// The places of items after the change; those that are gone are left out.
  ///
  /// - Complexity: O(ranges + moves), whatever the number of items.
  package func places(of items: RangeSet<Int>) -> RangeSet<Int> {
    var places: [Range<Int>] = []
    for range in items.ranges {
      let first = runs.partitioningIndex { $0.places.upperBound > range.lowerBound }
      for run in runs[first...].prefix(while: { $0.places.lowerBound < range.upperBound }) {
        let kept = range.clamped(to: run.places)
        let start = run.start.addingSaturated(kept.lowerBound - run.places.lowerBound)
        places.append(start..<start.addingSaturated(kept.count))
      }
    }
    for (start, end) in moved where items.contains(start) { places.append(end..<end + 1) }
    return RangeSet(places)
  }

  /// The same values at the places of their items after the change; those of items that are gone are left
  /// out.
  package func renumbered<Value>(_ values: [Int: Value]) -> [Int: Value] {
    var renumbered = [Int: Value](minimumCapacity: values.count)
    for (item, value) in values {
      if let place = place(of: item) { renumbered[place] = value }
    }
    return renumbered
  }

  /// Pairs what stays before the change with the places that nothing else takes after it.
  private static func runs(
    without left: RangeSet<Int>.Ranges, around come: RangeSet<Int>.Ranges
  ) -> [Run] {
    var runs: [Run] = []
    var (old, new) = (0, 0)
    var (nextLeft, nextCome) = (RangeCursor(left), RangeCursor(come))
    while old < .max, new < .max {
      if nextLeft.range.lowerBound <= old {
        old = max(old, nextLeft.range.upperBound)
        nextLeft.advance()
      } else if nextCome.range.lowerBound <= new {
        new = max(new, nextCome.range.upperBound)
        nextCome.advance()
      } else {
        let count = min(nextLeft.range.lowerBound - old, nextCome.range.lowerBound - new)
        runs.append(Run(places: old..<old + count, start: new))
        (old, new) = (old + count, new + count)
      }
    }
    return runs
  }
}

/// A place among the ranges of a set; beyond the last there is one at the end of all numbers.
///
/// A slice of the ranges takes ten times as long: each access to it is generic.
private struct RangeCursor {
  private let ranges: RangeSet<Int>.Ranges
  private var place = -1
  private(set) var range = 0..<0

  init(_ ranges: RangeSet<Int>.Ranges) {
    self.ranges = ranges
    advance()
  }

  mutating func advance() {
    place += 1
    range = place < ranges.count ? ranges[place] : .max ..< .max
  }
}
