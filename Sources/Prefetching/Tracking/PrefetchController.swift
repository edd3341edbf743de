import FoundationEssentials

/// Prefetches for one scrolling view: data source, policy, schedule and ledger in one value.
///
/// Report where the viewport is, carry out the change that comes back, cancellations first, and
/// report what became of the items. A ``prefetchDataSource`` hears of announcements and
/// cancellations on the way, as in UIKit. <doc:DrivingAView> goes through it step by step.
///
/// ```swift
/// var controller = PrefetchController(dataSource: pictures, prefetchDataSource: downloads)
/// let list = LineLayout(itemCount: controller.itemCount, itemsPerLine: 1, lineLength: 8)
/// let change = controller.viewportDidChange(to: Viewport(offset: 0, length: 24), layout: list)
/// for item in change.cancel { loader.cancel(item) }
/// for item in change.load { loader.load(item, priority: .high) }
/// for item in change.prefetch { loader.load(item, priority: .low) }
/// // … and later, as things happen:
/// controller.itemBecameReady(3, bytes: 4_096)
/// controller.itemShown(3)
/// print(controller.ledger.counts.useful)  // 1
/// ```
///
/// Inside, an item is its number in the whole data source, section after section;
/// ``indexPath(of:)`` and ``item(at:)`` translate.
public struct PrefetchController<Source: GalleryDataSource> {
  /// The items of the view; setting or mutating it reads the counts again, in O(sections).
  public var dataSource: Source {
    didSet { dataSourceDidChange() }
  }
  /// Receives announcements and cancellations; held weakly, as in UIKit.
  public weak var prefetchDataSource: (any GalleryPrefetching)?
  /// Where the viewport is likely to jump next, as to the next hit of a search; nil at first, and where it is unknown.
  ///
  /// Set it before ``viewportDidChange(to:layout:at:)``. Unless the window is empty, its items are prefetched
  /// with those in the window, and as late as their distance says.
  public var expectedJump: Viewport?
  /// Knows what is visible and what is in the window.
  package internal(set) var tracker: ViewportTracker
  /// Accounts for the items announced so far.
  public internal(set) var ledger = PrefetchLedger()
  /// Holds what waits to be asked for; see ``takeStarts()``.
  package internal(set) var schedule: LoadSchedule
  var readyTimes = ReadyTimes()
  var outages = OutageMemory()
  var link = LinkEstimate()
  var localPace = LocalPace()

  var sections: SectionTable
  /// The sections at the time of the last announcements.
  ///
  /// A cancellation names the same index path as its announcement, even when the data source has shrunk
  /// since.
  var announcedSections: SectionTable

  /// Makes a controller that has announced nothing, with prefetching enabled.
  ///
  /// - Parameters:
  ///   - dataSource: what the view shows.
  ///   - prefetchDataSource: hears of announcements and cancellations; held weakly.
  ///   - policy: decides the window; ``AdaptivePolicy`` by default.
  ///   - slots: the number of loads that ``takeStarts()`` has under way at a time: 6 by default, as many
  ///     connections as an HTTP client opens to a host. Where one connection carries many loads, as over
  ///     HTTP/2, there are at least 16.
  ///   - budgetBytes: the bytes of pictures in memory or under way that have not been seen: 64 MiB by
  ///     default. A quarter of the memory for pictures is a good measure.
  public init(
    dataSource: Source, prefetchDataSource: (any GalleryPrefetching)? = nil,
    policy: any PrefetchPolicy = AdaptivePolicy(), slots: Int = 6, budgetBytes: Int = 64 << 20
  ) {
    self.dataSource = dataSource
    schedule = LoadSchedule(slots: slots, budget: PrefetchBudget(limitBytes: budgetBytes))
    self.prefetchDataSource = prefetchDataSource
    tracker = ViewportTracker(policy: policy)
    sections = SectionTable(dataSource)
    announcedSections = sections
  }

  /// Sets the most bytes of pictures in memory or under way that have not been seen.
  package mutating func limitUnseen(to bytes: Int) { schedule.limitUnseen(to: bytes) }

  /// Whether anything but the visible items is asked for: true at first.
  public var isPrefetchingEnabled: Bool { tracker.isPrefetchingEnabled }

  /// The name of the policy that decides the window.
  package var policyName: String { tracker.policy.name }

  /// Follows the viewport to a place, and returns what to cancel, to load and to prefetch.
  ///
  /// The first call counts as a forward movement; an offset equal to the last one keeps the direction.
  /// A change of the layout or of the viewport's length decides the window at once. Items that the data
  /// source does not have are left out, whatever the layout says.
  ///
  /// - Parameters:
  ///   - viewport: the part of the content on screen.
  ///   - layout: the layout of the items.
  ///   - instant: now, on a clock that never goes back; nil, the default, for a view that measures no time.
  @discardableResult
  public mutating func viewportDidChange(
    to viewport: Viewport, layout: LineLayout, at instant: Duration? = nil
  ) -> TrackerChange {
    let layout = layout.limited(to: itemCount)
    defer { announcedSections = sections }
    var conditions = loadConditions(in: layout, at: instant)
    conditions.readyShare = readyShare(of: layout.items(in: viewport.range))
    let jump = expectedJump
    return track {
      $0.update(viewport, in: layout, at: instant, conditions: conditions, expectedJump: jump)
    }
  }

  /// Switches prefetching on or off at once; off cancels what is announced and not visible.
  @discardableResult
  public mutating func setPrefetchingEnabled(_ isEnabled: Bool) -> TrackerChange {
    track { $0.setPrefetchingEnabled(isEnabled) }
  }

  /// Replaces the policy and decides the window at once.
  @discardableResult
  public mutating func setPolicy(_ policy: any PrefetchPolicy) -> TrackerChange {
    track { $0.setPolicy(policy) }
  }

  /// Asks again for items whose content changed; those neither visible nor expected are left alone.
  @discardableResult
  public mutating func reloadItems(_ items: [Int]) -> TrackerChange {
    items.forEach { schedule.forget($0) }
    return track { $0.reload(items) }
  }

  /// Cancels everything; the next ``viewportDidChange(to:layout:at:)`` is like a first one.
  ///
  /// Call it when items get another size or place: kept items count as wasted.
  @discardableResult
  public mutating func stopAll() -> TrackerChange {
    defer { ledger.droppedAll() }
    return track { $0.stopAll() }
  }

  /// Changes the tracker, and passes the change on to ledger, schedule and the data source for prefetching.
  mutating func track(
    _ change: (inout ViewportTracker) -> TrackerChange
  ) -> TrackerChange {
    let announced = tracker.announced
    let change = change(&tracker)
    ledger.cancelled(change.cancel)
    ledger.announced(change.prefetch)
    change.cancel.forEach { forget($0) }
    schedule.want(change.load)
    schedule.want(change.prefetch)
    if let prefetchDataSource {
      let cancelled = change.cancel.filter(announced.contains).map(announcedSections.indexPath)
      let expected = change.prefetch.map(sections.indexPath)
      if !cancelled.isEmpty {
        prefetchDataSource.gallery(cancelPrefetchingForItemsAt: cancelled)
      }
      if !expected.isEmpty { prefetchDataSource.gallery(prefetchItemsAt: expected) }
    }
    return change
  }
}
