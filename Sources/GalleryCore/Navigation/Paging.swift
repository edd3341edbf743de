import GalleryItems
import Prefetching

/// Decides when a source that sends its items page by page is asked for the next page.
///
/// At rest little more than a page is there beyond the screen. In motion the next page is asked for by time: so early
/// that it comes before the viewport is at the end.
package struct Paging: Hashable, Sendable {
  /// The screenfuls beyond the screen that are enough at rest, however long a page is.
  private static let screenfulsAtRest = 20
  /// The time beyond that of two pages that a viewport in motion has items for, in seconds.
  private static let reserve = 0.5
  /// The most items that a speed asks for.
  private static let mostAhead = 1e6

  /// The time of the latest events.
  var now = Duration.zero
  private(set) var supply = ItemSupply.flowing
  /// Whether a page could not be read, and was not asked for again.
  private var hasFailedPage = false
  /// When the page that is awaited was asked for.
  private var askedAt: Duration?
  /// How long the latest page took, in seconds.
  private var pageSeconds = 0.5
  /// Where the person goes, if that is not there yet.
  private var goal: Goal?

  /// A place beyond all items that are there.
  private struct Goal: Hashable {
    /// `Int.max` is the end.
    let place: Int
    let setAt: Duration
    /// The items that were there then.
    let itemCount: Int
    /// The items that came a second; nil as long as that says little.
    var rate: Int?

    mutating func note(_ count: Int, at now: Duration) {
      let seconds = (now - setAt) / .seconds(1)
      if seconds >= 1 { rate = Int(Double(max(0, count - itemCount)) / seconds) }
    }
  }

  /// Whether more items come only when they are asked for.
  package var isResting: Bool { supply != .flowing && askedAt == nil }

  /// Whether no more items come because a page could not be read.
  var hasFailed: Bool { supply == .failed }

  /// What to add to a sentence on all that was found; empty if no page is left to be read.
  ///
  /// - Parameter isNothing: whether it says that nothing was.
  func addition(whenNothingFound isNothing: Bool) -> String {
    if isNothing, hasFailedPage { return " so far; r asks again for the page that failed" }
    return hasFailed || supply.isOnDemand ? " so far" : ""
  }

  /// Goes to a place as soon as its item is there; without one, to the end.
  ///
  /// It does nothing where no page waits to be asked for.
  mutating func go(to place: Int = .max, beyond itemCount: Int) {
    guard case .onDemand = supply, place >= itemCount else { return }
    goal = Goal(place: place, setAt: now, itemCount: itemCount)
  }

  /// Stays where the person is.
  mutating func stay() { goal = nil }

  /// What a person reads who goes to what is not there yet, while this many items are.
  func sentence(_ itemCount: Int) -> String? {
    guard let goal else { return nil }
    let rate = goal.rate.map { ", \($0) a second" } ?? ""
    let place = goal.place == .max ? "the end" : "\(goal.place + 1)"
    return "reading on to \(place), \(itemCount) so far\(rate); any key stops"
  }

  /// Takes what a snapshot says of those to come.
  ///
  /// - Returns: where the person is going in this snapshot; nil for one who stays.
  mutating func follow(_ change: SnapshotChange) -> Int? {
    let place = goal.map { max(0, min($0.place, change.itemCount - 1)) }
    goal?.note(change.itemCount, at: now)
    if let goal, goal.place < change.itemCount { self.goal = nil }
    hasFailedPage = change.hasFailedPage
    if change.isComplete {
      self = Paging()
    } else if hasFailed, change.supply == .flowing {
      supply = .flowing
    } else if change.supply != .flowing {
      if let askedAt { pageSeconds = (now - askedAt) / .seconds(1) }
      askedAt = nil
      supply = change.supply
      if hasFailed { goal = nil }
    }
    return place
  }

  /// Whether to ask for the next page, which then counts as asked for.
  ///
  /// - Parameters:
  ///   - motion: how the viewport moves; nil if that is not known.
  ///   - isSearching: whether a search goes on in what comes.
  mutating func asks(
    _ navigation: Navigation, _ motion: ScrollMotion?, isSearching: Bool = false
  ) -> Bool {
    guard case .onDemand(let pageItems, let itemsBehind) = supply, askedAt == nil else {
      return false
    }
    let visible = navigation.visibleItems
    let left = navigation.itemCount - itemsBehind - visible.upperBound
    let atRest = min(pageItems, Self.screenfulsAtRest * visible.count)
    let isWanted =
      isSearching || goal != nil || left < max(atRest, itemsAhead(navigation, motion), 1)
    if isWanted { askedAt = now }
    return isWanted
  }

  /// The items that pass until a page that is asked for now has come, and one more.
  private func itemsAhead(_ navigation: Navigation, _ motion: ScrollMotion?) -> Int {
    guard let motion, motion.direction == .forward else { return 0 }
    let screenfuls =
      motion.speed * (2 * pageSeconds + Self.reserve) / Double(max(1, navigation.viewport.length))
    return Int(min(Self.mostAhead, screenfuls * Double(navigation.visibleItems.count)))
  }

  /// Asks again for all pages that failed.
  ///
  /// - Returns: false if none has.
  mutating func asksAgain() -> Bool {
    guard hasFailedPage else { return false }
    hasFailedPage = false
    if hasFailed { askedAt = now }
    return true
  }
}
