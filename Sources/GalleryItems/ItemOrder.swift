/// The order of a gallery's items, as a person sees it.
package struct ItemOrder: Hashable, Sendable {
  /// The fact by which items are sorted.
  package enum Fact: Hashable, Sendable {
    case name, size
    /// The time of the last change.
    case date
    /// The time of the photograph, or else of the last change.
    case taken
  }

  package let fact: Fact
  /// Whether the last name, the largest file or the newest picture comes first.
  package let isReversed: Bool

  package init(_ fact: Fact, isReversed: Bool = false) {
    self.fact = fact
    self.isReversed = isReversed
  }
}
