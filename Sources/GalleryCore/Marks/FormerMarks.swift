/// Marks of an earlier session, as far as their items are found.
package struct FormerMarks: Hashable, Sendable {
  /// The ids of the items that were just found.
  package let found: RangeSet<Int>
  /// The number of marks whose items were found so far.
  package let foundCount: Int
  /// The number of marks.
  package let count: Int
  /// Whether the source is read, so that other items are gone.
  package let isLast: Bool

  package init(found: RangeSet<Int>, foundCount: Int, of count: Int, isLast: Bool) {
    self.found = found
    self.foundCount = foundCount
    self.count = count
    self.isLast = isLast
  }

  /// The line for the person.
  var notice: String {
    if foundCount == 0 { return "the pictures that were marked are gone" }
    let gone = isLast && foundCount < count ? " of \(count)" : ""
    return "\(foundCount)\(gone) \(count == 1 ? "mark" : "marks") restored; A clears them"
  }
}
