import FoundationEssentials
import LinkEstimates

/// Prefetches for one scrolling view: data source, policy, schedule and ledger in one value.
///
/// Report the position of the viewport, carry out the returned change, cancellations first, and
/// report the outcome of the items. Meanwhile a ``prefetchDataSource`` receives announcements and
/// cancellations, as in UIKit. <doc:DrivingAView> explains it step by step.
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
/// Internally, an item is its number in the whole data source, section after section;
/// ``indexPath(of:)`` and ``item(at:)`` convert.
public struct PrefetchController<Source: GalleryDataSource> {
  /// The items of the view; setting or mutating it reads the counts again, in O(sections).
  public var dataSource: Source {
    didSet { dataSourceDidChange() }
  }
  /// Receives announcements and cancellations; held weakly, as in UIKit.
  public weak var prefetchDataSource: (any GalleryPrefetching)?
  /// The viewport that a jump will probably show next, such as the next hit of a search; nil, the default, if unknown.
  ///
  /// Set it before ``viewportDidChange(to:layout:at:)``. Unless the window is empty, its items are prefetched together
  /// with the window's, by their distance.
  public var expectedJump: Viewport?
  /// The visible items and the window.
  package internal(set) var tracker: ViewportTracker
  /// The record of all announced items.
  public internal(set) var ledger = PrefetchLedger()
  /// The queue of items to request; see ``takeStarts()``.
  package internal(set) var schedule: LoadSchedule
  var readyTimes = ReadyTimes()
  var link = LinkEstimate()
  var localPace = LocalPace()

  var sections: SectionTable
  /// The sections at the time of the last announcements.
  ///
  /// A cancellation has the same index path as its announcement, even if the data source has shrunk since.
  var announcedSections: SectionTable

  /// Creates a controller without announcements, with prefetching enabled.
  ///
  /// - Parameters:
  ///   - dataSource: the items of the view.
  ///   - prefetchDataSource: receives announcements and cancellations; held weakly.
  ///   - policy: decides the window; ``AdaptivePolicy`` by default.
  ///   - slots: the most loads by ``takeStarts()`` at a time: 6 by default, as many as an HTTP client opens connections
  ///     to a host. If one connection carries many loads, as with HTTP/2, there are at least 16.
  ///   - budgetBytes: the most bytes of unseen pictures in memory or loading: 64 MiB by default. A quarter of the
  ///     memory for pictures is a good value.
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

  /// Sets the most bytes of unseen pictures in memory or loading.
  package mutating func limitUnseen(to bytes: Int) { schedule.limitUnseen(to: bytes) }

  /// Whether more than the visible items is requested; true at first.
  public var isPrefetchingEnabled: Bool { tracker.isPrefetchingEnabled }

  /// The name of the policy that decides the window.
  package var policyName: String { tracker.policy.name }

  /// Moves the viewport, and returns the items to cancel, to load and to prefetch.
  ///
  /// The first call counts as a forward movement; an unchanged offset keeps the direction. After a change of the layout
  /// or of the viewport's length, the window is recomputed. Items outside the data source are ignored, whatever the
  /// layout says.
  ///
  /// - Parameters:
  ///   - viewport: the part of the content on screen.
  ///   - layout: the layout of the items.
  ///   - instant: the current time by a monotonic clock; nil, the default, for a view that measures no time.
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

  /// Switches prefetching on or off; off cancels announced items that are not visible.
  @discardableResult
  public mutating func setPrefetchingEnabled(_ isEnabled: Bool) -> TrackerChange {
    track { $0.setPrefetchingEnabled(isEnabled) }
  }

  /// Replaces the policy and recomputes the window.
  @discardableResult
  public mutating func setPolicy(_ policy: any PrefetchPolicy) -> TrackerChange {
    track { $0.setPolicy(policy) }
  }

  /// Requests items again whose content changed; those neither visible nor expected are ignored.
  @discardableResult
  public mutating func reloadItems(_ items: [Int]) -> TrackerChange {
    items.forEach { schedule.forget($0) }
    return track { $0.reload(items) }
  }

  /// Cancels everything; the next ``viewportDidChange(to:layout:at:)`` is like the first.
  ///
  /// Call it when items get another size or place: kept items count as wasted.
  @discardableResult
  public mutating func stopAll() -> TrackerChange {
    defer { ledger.droppedAll() }
    return track { $0.stopAll() }
  }

  /// Changes the tracker, and forwards the change to the ledger, the schedule and the prefetch data source.
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
