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

  var sections: SectionTable
  /// The sections by which the items now given out were announced; a cancellation names the same
  /// index path as its announcement, even when the data source has shrunk since.
  private var announcedSections: SectionTable

  /// Makes a controller that has given out nothing, with prefetching enabled.
  public init(
    dataSource: Source, prefetchDataSource: (any GalleryPrefetching)? = nil,
    policy: any PrefetchPolicy = StaticPolicy()
  ) {
    self.dataSource = dataSource
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
    return track { $0.update(viewport, in: layout, at: instant) }
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
    track { $0.reload(items) }
  }

  /// Cancels everything given out; the next ``viewportDidChange(to:layout:)`` is like a first one.
  @discardableResult
  public mutating func stopAll() -> TrackerChange {
    track { $0.stopAll() }
  }

  /// Makes one change and tells everybody concerned.
  private mutating func track(
    _ change: (inout ViewportTracker) -> TrackerChange
  ) -> TrackerChange {
    let announced = tracker.announced
    let change = change(&tracker)
    ledger.cancelled(change.cancel)
    ledger.announced(change.prefetch)
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

// MARK: - What became of the items

extension PrefetchController {
  /// An item can be shown now; `bytes` is what it cost to get.
  public mutating func itemBecameReady(_ item: Int, bytes: Int) {
    ledger.ready(item, bytes: bytes)
  }

  /// An item could not be had.
  public mutating func itemFailed(_ item: Int) {
    ledger.failed(item)
  }

  /// An item appeared on screen, with its picture or without.
  public mutating func itemShown(_ item: Int) {
    ledger.shown(item)
  }
}
