/// The removed, inserted and moved items of a data source, like `UICollectionView`'s batch updates.
///
/// Removals and the origins of moves are places before the change; insertions and the targets of moves are places after
/// it. All other items keep their order.
///
/// ```swift
/// // a b c d  →  b x d a: c is removed, x inserted, and a moved to the end
/// let changes = ItemChanges(
///   removed: RangeSet(2..<3), inserted: RangeSet(1..<2), moved: [0: 3])
/// changes.place(of: 3)  // 2: d
/// changes.place(of: 2)  // nil: c is gone
/// ```
public struct ItemChanges: Hashable, Sendable {
  /// Consecutive items that keep their order, with the new place of the first.
  private struct Run: Hashable, Sendable {
    let places: Range<Int>
    let start: Int
  }

  /// The places of removed items, before the change.
  public let removed: RangeSet<Int>
  /// The places of inserted items, after the change.
  public let inserted: RangeSet<Int>
  /// The places of moved items before the change, each with the place after it.
  public let moved: [Int: Int]
  /// All items that are neither removed nor moved, in ascending order.
  private let runs: [Run]

  /// Creates changes; none by default.
  ///
  /// A place is in at most one of the sets, before the change as well as after it.
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

  /// The place of an item after the change; nil if removed.
  ///
  /// - Complexity: O(log ranges).
  public func place(of item: Int) -> Int? {
    if let place = moved[item] { return place }
    let index = runs.partitioningIndex { $0.places.upperBound > item }
    guard index < runs.count, runs[index].places.contains(item) else { return nil }
    return runs[index].start.addingSaturated(item - runs[index].places.lowerBound)
  }

  /// The place of an item after the change, or of its replacement if removed.
  ///
  /// The replacement is the next item that was neither removed nor moved, or the end.
  ///
  /// - Complexity: O(log ranges).
  package func nearestPlace(of item: Int) -> Int {
    if let place = place(of: item) { return place }
    let index = runs.partitioningIndex { $0.places.upperBound > item }
    return index < runs.count ? runs[index].start : .max
  }

  /// The places of items after the change, without removed ones.
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

  /// The values at the new places of their items, without those of removed items.
  package func renumbered<Value>(_ values: [Int: Value]) -> [Int: Value] {
    var renumbered = [Int: Value](minimumCapacity: values.count)
    for (item, value) in values {
      if let place = place(of: item) { renumbered[place] = value }
    }
    return renumbered
  }

  /// Pairs the remaining items before the change with the free places after it.
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

/// A cursor over the ranges of a set; after the last range, there is one at the end of all numbers.
///
/// A slice of the ranges takes ten times as long, because each access to it is generic.
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
