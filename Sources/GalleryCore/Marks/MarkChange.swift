/// The items that a command has marked and unmarked, by their ids.
package struct MarkChange: Hashable, Sendable {
  package let added: RangeSet<Int>
  package let removed: RangeSet<Int>
  /// Whether nothing is marked after it.
  package let leavesNone: Bool

  package init(added: RangeSet<Int>, removed: RangeSet<Int>, leavesNone: Bool) {
    self.added = added
    self.removed = removed
    self.leavesNone = leavesNone
  }

  package var isEmpty: Bool { added.isEmpty && removed.isEmpty }
}

/// A command about marks.
package enum MarkCommand: Hashable, Sendable {
  /// Marks or unmarks the selected item, and goes on to the next one.
  case toggle
  /// Begins a range at the selected item, or marks the open one.
  case range
  /// Marks the others instead.
  case invert
  case all, clear
}

extension RangeSet<Int> {
  /// The members without some.
  ///
  /// The standard library's `subtracting` takes 1.5 s for two sets of 50,000 ranges, this 15 ms.
  package func without(_ others: RangeSet) -> RangeSet {
    differing(from: intersection(others))
  }

  /// The members of exactly one of two sets.
  ///
  /// The standard library's `symmetricDifference` takes nine times as long, because it adds ranges one by one.
  ///
  /// - Complexity: O(ranges of both).
  func differing(from other: RangeSet) -> RangeSet {
    let (bounds, others) = (bounds, other.bounds)
    var (index, otherIndex) = (0, 0)
    var differing: [Range<Int>] = []
    var start: Int?
    while index < bounds.count || otherIndex < others.count {
      let isMine =
        otherIndex == others.count || index < bounds.count && bounds[index] <= others[otherIndex]
      let bound = isMine ? bounds[index] : others[otherIndex]
      let isShared = isMine && otherIndex < others.count && others[otherIndex] == bound
      if isMine { index += 1 }
      if !isMine || isShared { otherIndex += 1 }
      // Both sets begin or end here, or one begins where the other ends.
      if isShared { continue }
      if let from = start { differing.append(from..<bound) }
      start = start == nil ? bound : nil
    }
    return RangeSet(differing)
  }

  /// The bounds of all ranges, in order.
  private var bounds: [Int] {
    let ranges = ranges
    var bounds: [Int] = []
    bounds.reserveCapacity(2 * ranges.count)
    // Iterating takes ten times as long as indices.
    for index in 0..<ranges.count {
      bounds.append(ranges[index].lowerBound)
      bounds.append(ranges[index].upperBound)
    }
    return bounds
  }

  /// The number of members.
  ///
  /// - Complexity: O(ranges).
  package var memberCount: Int { ranges.reduce(0) { $0 + $1.count } }
}
