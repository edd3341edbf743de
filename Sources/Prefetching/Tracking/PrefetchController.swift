import FoundationEssentials

/// What a scrolling view holds to prefetch: data source, tracker, policy and ledger in one value.
///
/// Tell it where the viewport is; carry out the change that it answers, the cancellations first;
/// tell it what became of the items. A ``prefetchDataSource``, if there is one, is told of
/// prefetches and cancellations on the way, in the manner of UIKit.
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
  /// What is shown; setting or mutating it reads its counts again, in O(sections).
  public var dataSource: Source {
    didSet { dataSourceDidChange() }
  }
  /// Who is told of prefetches and cancellations; held weakly, as in UIKit.
  public weak var prefetchDataSource: (any GalleryPrefetching)?
  /// What is visible, in the window and given out.
  package internal(set) var tracker: ViewportTracker
  /// What became of the items announced so far.
  public internal(set) var ledger = PrefetchLedger()
  /// What waits to be asked for; see ``takeStarts()``.
  package internal(set) var schedule: LoadSchedule
  var readyTimes = ReadyTimes()
  var pipe = PipeEstimate()
  var odds = ReturnOdds()

  var sections: SectionTable
  /// The sections by which the items now given out were announced; a cancellation names the same
  /// index path as its announcement, even when the data source has shrunk since.
  private var announcedSections: SectionTable

  /// Makes a controller that has given out nothing, with prefetching enabled.
  ///
  /// - Parameters:
  ///   - dataSource: what the view shows.
  ///   - prefetchDataSource: hears of announcements and cancellations; held weakly.
  ///   - policy: decides the window; ``AdaptivePolicy`` by default.
  ///   - slots: how many loads ``takeStarts()`` has under way at a time: 6 by default, as many as an HTTP
  ///     client opens connections to a host.
  ///   - budgetBytes: what may be held, or be on its way to be held, before it has been seen: 64 MiB by
  ///     default. A quarter of the memory that there is for pictures is a good measure.
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

  /// Whether anything but the visible items is given out: true at first.
  public var isPrefetchingEnabled: Bool { tracker.isPrefetchingEnabled }

  /// The name of the policy that decides the window.
  public var policyName: String { tracker.policy.name }

  /// Follows the viewport to a place, and says what that asks for.
  ///
  /// The first call counts as a forward movement; an offset equal to the last one keeps the direction.
  /// A change of the layout or of the viewport's length decides the window at once. Items that the data
  /// source does not have are left out, whatever the layout says.
  ///
  /// - Parameters:
  ///   - viewport: what is on screen.
  ///   - layout: where the items stand.
  ///   - instant: now, on a clock that never goes back; nil, the default, for a view that measures no time.
  @discardableResult
  public mutating func viewportDidChange(
    to viewport: Viewport, layout: LineLayout, at instant: Duration? = nil
  ) -> TrackerChange {
    let layout = LineLayout(
      itemCount: min(layout.itemCount, itemCount), itemsPerLine: layout.itemsPerLine,
      lineLength: layout.lineLength, axis: layout.axis)
    defer { announcedSections = sections }
    var conditions = loadConditions(in: layout, at: instant)
    conditions.readyShare = readyShare(of: layout.items(in: viewport.range))
    return track { $0.update(viewport, in: layout, at: instant, conditions: conditions) }
  }

  /// Switches prefetching off or on, at once; off cancels what is given out and not visible.
  @discardableResult
  public mutating func setPrefetchingEnabled(_ isEnabled: Bool) -> TrackerChange {
    track { $0.setPrefetchingEnabled(isEnabled) }
  }

  /// Replaces the policy and decides the window at once.
  @discardableResult
  public mutating func setPolicy(_ policy: any PrefetchPolicy) -> TrackerChange {
    track { $0.setPolicy(policy) }
  }

  /// Gives items out again whose content changed; those not given out now are left alone.
  @discardableResult
  public mutating func reloadItems(_ items: [Int]) -> TrackerChange {
    items.forEach { schedule.forget($0) }
    return track { $0.reload(items) }
  }

  /// Cancels everything given out; the next ``viewportDidChange(to:layout:at:)`` is like a first one.
  ///
  /// For the ledger, what was kept is then of no use: call it where items get another size or place.
  @discardableResult
  public mutating func stopAll() -> TrackerChange {
    defer { ledger.droppedAll() }
    return track { $0.stopAll() }
  }

  /// Makes one change and tells everybody concerned.
  private mutating func track(
    _ change: (inout ViewportTracker) -> TrackerChange
  ) -> TrackerChange {
    let announced = tracker.announced
    let change = change(&tracker)
    ledger.cancelled(change.cancel)
    ledger.announced(change.prefetch)
    change.cancel.forEach { forget($0) }
    for item in change.load + change.prefetch {
      schedule.want(item)
      odds.want(item)
    }
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
