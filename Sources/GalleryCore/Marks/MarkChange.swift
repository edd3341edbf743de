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
  /// The standard library's `subtracting` takes 1.5 s for two sets of 50,000 ranges, this 25 ms.
  package func without(_ others: RangeSet) -> RangeSet {
    symmetricDifference(intersection(others))
  }

  /// The number of members.
  ///
  /// - Complexity: O(ranges).
  package var memberCount: Int { ranges.reduce(0) { $0 + $1.count } }
}
