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
  public private(set) var tracker: ViewportTracker
  /// What became of the items announced so far.
  public private(set) var ledger = PrefetchLedger()
  /// What waits to be asked for; see ``takeStarts()``.
  public private(set) var schedule: LoadSchedule
  private var readyTimes = ReadyTimes()
  private var pipe = PipeEstimate()
  private var odds = ReturnOdds()

  /// Loads that have been under way for less say nothing yet.
  private static var shortWait: Duration { .milliseconds(250) }

  var sections: SectionTable
  /// The sections by which the items now given out were announced; a cancellation names the same
  /// index path as its announcement, even when the data source has shrunk since.
  private var announcedSections: SectionTable

  /// Makes a controller that has given out nothing, with prefetching enabled.
  ///
  /// - Parameters:
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

  /// Follows the viewport; see ``ViewportTracker/update(_:in:at:conditions:)``.
  ///
  /// Items that the data source does not have are left out, whatever the layout says.
  ///
  /// - Parameter instant: on a clock that never goes back; nil, the default, where nobody measures.
  @discardableResult
  public mutating func viewportDidChange(
    to viewport: Viewport, layout: LineLayout, at instant: Duration? = nil
  ) -> TrackerChange {
    let layout = LineLayout(
      itemCount: min(layout.itemCount, itemCount), itemsPerLine: layout.itemsPerLine,
      lineLength: layout.lineLength, axis: layout.axis)
    defer { announcedSections = sections }
    var conditions = conditions(in: layout, at: instant)
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

  /// Cancels everything given out; the next ``viewportDidChange(to:layout:)`` is like a first one.
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

extension PrefetchController {
  private mutating func forget(_ item: Int) {
    if let now = tracker.updatedAt, let wait = schedule.wait(of: item, at: now) {
      readyTimes.noteUnanswered(after: wait)
      odds.giveUp(item)
    }
    schedule.forget(item)
  }
}

// MARK: - What loading is like

extension PrefetchController {
  private func conditions(in layout: LineLayout, at instant: Duration?) -> LoadConditions {
    var conditions = LoadConditions()
    // What is under way takes at least as long as it has until now, which is news once that is long.
    let wait = instant.flatMap { schedule.longestWait(at: $0) }.flatMap {
      $0 > Self.shortWait ? $0 : nil
    }
    conditions.timeToReady = [readyTimes.p90, wait].compactMap(\.self).max()
    conditions.slowestTimeToReady = [readyTimes.slowest, wait].compactMap(\.self).max()
    conditions.averageTimeToReady = readyTimes.average
    conditions.itemsPerSecond = pipe.picturesPerSecond(slots: schedule.slots)
    conditions.affordableLength = (schedule.budget.affordableItems / layout.itemsPerLine)
      .multipliedSaturated(by: layout.lineLength)
    return conditions
  }

  /// Those that failed count as ready: nothing more is to come of them.
  private func readyShare(of items: Range<Int>) -> Double {
    if items.isEmpty { return 1 }
    let ready = items.count { tracker.isGivenOut($0) && !schedule.isToCome($0) }
    return Double(ready) / Double(items.count)
  }

  /// When ``takeStarts()`` may say something else although nothing has happened; nil if never.
  ///
  /// Call ``viewportDidChange(to:layout:at:)`` again then.
  public var nextLook: Duration? {
    guard schedule.hasWaiting else { return nil }
    return [tracker.restsAt, schedule.nextLook].compactMap(\.self).min()
  }

  /// How likely an item that is given up while it is loaded will be wanted again, from 0 to 1.
  ///
  /// It is learned from those that were; 0 while something on screen waits, which has a better use for
  /// the link.
  public var chanceOfReturn: Double {
    schedule.hasDemand(among: tracker.visible) ? 0 : odds.chance
  }

  /// Takes the items to ask for now, of those given out; the most urgent first.
  ///
  /// It is for those who do not ask for everything in a ``TrackerChange`` at once; see ``LoadSchedule``.
  /// Tell the controller how each of them ends, by ``itemBecameReady(_:bytes:heldBytes:after:from:at:)``,
  /// ``itemFailed(_:)`` or ``itemNeedsNoLoad(_:)``, and ask again.
  ///
  /// - Complexity: O(visible items + slots × log n).
  public mutating func takeStarts() -> [LoadSchedule.Start] {
    guard let position = tracker.position else { return [] }
    return schedule.takeStarts(
      at: position, now: tracker.updatedAt,
      headStart: pipe.transferTime(of: 1) ?? .milliseconds(40))
  }
}

// MARK: - What became of the items

extension PrefetchController {
  /// The load of an item that is not on screen has begun.
  public mutating func itemStarted(_ item: Int) {
    ledger.started(item)
  }

  /// An item can be shown now.
  ///
  /// - Parameters:
  ///   - bytes: what it cost to get.
  ///   - heldBytes: what it costs to keep: as much, unless that is said.
  ///   - times: how long it took, if it came over a network; nil if not.
  ///   - host: where it came from.
  ///   - instant: now; needed for the times to count.
  public mutating func itemBecameReady(
    _ item: Int, bytes: Int, heldBytes: Int? = nil, after times: LoadTimes? = nil,
    from host: String? = nil, at instant: Duration? = nil
  ) {
    ledger.ready(item, bytes: bytes)
    schedule.becameReady(
      item, bytes: heldBytes ?? bytes, isVisible: tracker.visible.contains(item))
    // What was given up is kept by nobody who counts here, and no cancellation will follow.
    if !tracker.isGivenOut(item) { schedule.forget(item) }
    guard let times, let instant else { return }
    readyTimes.note(times.total, from: host ?? "")
    pipe.note(times, bytes: bytes, at: instant)
  }

  /// An item could not be had.
  public mutating func itemFailed(_ item: Int) {
    ledger.failed(item)
    schedule.ended(item)
  }

  /// An item that was to be asked for is there already, or is got in another way.
  public mutating func itemNeedsNoLoad(_ item: Int) {
    schedule.ended(item)
  }

  /// The load of an item that was cancelled has been stopped; so many bytes of it had come.
  public mutating func itemStopped(_ item: Int, receivedBytes: Int) {
    ledger.stopped(item, receivedBytes: receivedBytes)
  }

  /// The picture of an item that is not given out any more has left the cache.
  ///
  /// Who has no cache calls it for all items of ``TrackerChange/cancel``.
  public mutating func itemDropped(_ item: Int) {
    ledger.dropped(item)
  }

  /// An item appeared on screen, with its picture or without.
  public mutating func itemShown(_ item: Int) {
    ledger.shown(item)
    schedule.shown(item)
  }
}
