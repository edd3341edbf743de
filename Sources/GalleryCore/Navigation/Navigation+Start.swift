import Prefetching

/// The start of the items, where a session begins and new items come.
extension Navigation {
  /// Goes to the start and stays there while items are inserted, or no longer.
  mutating func toggleFollowing() {
    follows.toggle()
    if follows { move(.first) }
  }

  /// Goes to the place of an earlier session, unless the person has moved or follows the start.
  ///
  /// - Returns: whether it is another place.
  mutating func resume(at place: Int) -> Bool {
    guard isAtStart, !follows, place > 0 else { return false }
    select(place)
    return true
  }

  /// Whether the view is at the start: not scrolled, with the first item selected.
  var isAtStart: Bool { selection == 0 && viewport.offset == 0 }
}
