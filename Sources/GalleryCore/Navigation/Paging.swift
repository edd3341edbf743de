import GalleryItems
import Prefetching

/// Decides when to request the next page of a paged source.
///
/// At rest, little more than a page is loaded beyond the screen. While scrolling, the next page is requested early
/// enough to arrive before the viewport reaches the end.
package struct Paging: Hashable, Sendable {
  /// The screenfuls beyond the screen that suffice at rest, however long a page is.
  private static let screenfulsAtRest = 20
  /// The time of items to have ahead while scrolling, in addition to two pages' loading times, in
  /// seconds.
  private static let reserve = 0.5
  /// The most items to have ahead at any speed.
  private static let mostAhead = 1e6

  /// The time of the latest events.
  var now = Duration.zero
  private(set) var supply = ItemSupply.flowing
  /// Whether a page failed and was not requested again.
  private var hasFailedPage = false
  /// When the pending page was requested.
  private var askedAt: Duration?
  /// The loading time of the latest page, in seconds.
  private var pageSeconds = 0.5
  /// The destination of a jump beyond the loaded items.
  private var goal: Goal?

  /// A place beyond the loaded items.
  private struct Goal: Hashable {
    /// The item's place; `Int.max` is the end.
    let place: Int
    let setAt: Duration
    /// The number of items at that time.
    let itemCount: Int
    /// The items per second; nil until measured.
    var rate: Int?

    mutating func measureRate(_ count: Int, at now: Duration) {
      let seconds = (now - setAt) / .seconds(1)
      if seconds >= 1 { rate = Int(Double(max(0, count - itemCount)) / seconds) }
    }
  }

  /// Whether more items come only on demand.
  package var isResting: Bool { supply != .flowing && askedAt == nil }

  /// Whether no more items come because a page failed.
  var hasFailed: Bool { supply == .failed }

  /// The addition to a message about all items; empty if all pages were read.
  ///
  /// - Parameter isNothing: whether the message says that nothing was found.
  func addition(whenNothingFound isNothing: Bool) -> String {
    if isNothing, hasFailedPage { return " so far; r asks again for the page that failed" }
    return hasFailed || supply.isOnDemand ? " so far" : ""
  }

  /// Goes to a place once its item is loaded; by default, to the end.
  ///
  /// It does nothing unless the source has pages on demand.
  mutating func go(to place: Int = .max, beyond itemCount: Int) {
    guard case .onDemand = supply, place >= itemCount else { return }
    goal = Goal(place: place, setAt: now, itemCount: itemCount)
  }

  /// Cancels the jump.
  mutating func stay() { goal = nil }

  /// The message during a jump, with the number of loaded items.
  func sentence(_ itemCount: Int) -> String? {
    guard let goal else { return nil }
    let rate = goal.rate.map { ", \($0) a second" } ?? ""
    let place = goal.place == .max ? "the end" : "\(goal.place + 1)"
    return "reading on to \(place), \(itemCount) so far\(rate); any key stops"
  }

  /// Adopts a snapshot's state of supply.
  ///
  /// - Returns: the place to go to in this snapshot; nil to stay.
  mutating func apply(_ change: SnapshotChange) -> Int? {
    let place = goal.map { max(0, min($0.place, change.itemCount - 1)) }
    goal?.measureRate(change.itemCount, at: now)
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

  /// Whether to request the next page; if true, it counts as requested.
  ///
  /// - Parameters:
  ///   - motion: the motion of the viewport; nil if unknown.
  ///   - isSearching: whether a search waits for more items.
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

  /// The items that scroll past until a page requested now arrives, with a reserve.
  private func itemsAhead(_ navigation: Navigation, _ motion: ScrollMotion?) -> Int {
    guard let motion, motion.direction == .forward else { return 0 }
    let screenfuls =
      motion.speed * (2 * pageSeconds + Self.reserve) / Double(max(1, navigation.viewport.length))
    return Int(min(Self.mostAhead, screenfuls * Double(navigation.visibleItems.count)))
  }

  /// Retries all failed pages.
  ///
  /// - Returns: whether there were any.
  mutating func asksAgain(into effects: inout [Effect]) -> Bool {
    guard hasFailedPage else { return false }
    effects.append(.session(.askAgain))
    hasFailedPage = false
    if hasFailed { askedAt = now }
    return true
  }
}
