import LinkEstimates

// The progress of loads, and the items to request now.

extension PrefetchController {
  /// Removes an item that is no longer needed.
  mutating func forget(_ item: Int) {
    localPace.forget(item)
    schedule.forget(item)
  }

  func loadConditions(in layout: LineLayout, at instant: Duration?) -> LoadConditions {
    var conditions = LoadConditions()
    conditions.timeToReady = readyTimes.average
    conditions.slowestTimeToReady = readyTimes.slowest
    conditions.localTimeToReady = localPace.timeToReady(slots: schedule.slots)
    conditions.isMultiplexed = link.isMultiplexed
    conditions.affordableLength = layout.length(ofItems: schedule.budget.affordableItems)
    return conditions
  }

  /// The share of these items that are given out and neither wait nor are loading.
  ///
  /// Failed items count as ready, because they will not change.
  ///
  /// - Complexity: O(runs of consecutive waiting items + active items), however many items there
  ///   are.
  func readyShare(of items: Range<Int>) -> Double {
    if items.isEmpty { return 1 }
    let ready = tracker.givenOutCount(among: items) - schedule.countToCome(among: items)
    return Double(ready) / Double(items.count)
  }

  /// The instant at which ``takeStarts()`` may return items without an event; nil for never.
  ///
  /// Call ``viewportDidChange(to:layout:at:)`` again at that instant.
  public var nextLook: Duration? {
    guard schedule.hasWaiting else { return nil }
    return [tracker.restsAt, schedule.nextLook].compactMap(\.self).min()
  }

  /// Removes and returns the items to request now, most urgent first.
  ///
  /// It serves views that do not request everything in a ``TrackerChange`` immediately; see ``LoadSchedule``. Report
  /// how each load ends by ``itemBecameReady(_:bytes:heldBytes:after:from:at:)``, ``itemFailed(_:)`` or
  /// ``itemNeedsNoLoad(_:)``, and call this again.
  ///
  /// - Complexity: O(visible items + slots × log n).
  public mutating func takeStarts() -> [LoadSchedule.Start] {
    guard let position = tracker.position else { return [] }
    return schedule.takeStarts(at: position, now: tracker.updatedAt, headStart: headStart)
  }

  /// The time for which a visible picture has the link to itself; nil if no picture comes over a network.
  private var headStart: Duration? {
    if readyTimes.average == nil, schedule.budget.isLearned { return nil }
    return link.timePerPicture ?? Constants.Schedule.presumedTimePerPicture
  }
}

// MARK: - Outcomes of items

extension PrefetchController {
  /// Records that the load of an invisible item has started.
  public mutating func itemStarted(_ item: Int) {
    ledger.started(item)
  }

  /// Records that an item's load uses no link: it waits for a file, a decoder or a cache.
  ///
  /// Report each such item that ``takeStarts()`` returned. Its time then counts as the decoder's.
  public mutating func itemIsLocal(_ item: Int) {
    localPace.recordStart(item)
  }

  /// Records that an item can be shown.
  ///
  /// - Parameters:
  ///   - item: its number in the data source.
  ///   - bytes: the bytes received for it; 0 from a cache.
  ///   - heldBytes: the bytes that it uses in memory; nil, the default, for as many as were received.
  ///   - times: the durations of its load; nil, the default, if it did not come over a network.
  ///   - host: the host that it came from.
  ///   - instant: the current time; without it, the times do not count.
  public mutating func itemBecameReady(
    _ item: Int, bytes: Int, heldBytes: Int? = nil, after times: LoadTimes? = nil,
    from host: String? = nil, at instant: Duration? = nil
  ) {
    ledger.ready(item, bytes: bytes)
    schedule.becameReady(
      item, bytes: heldBytes ?? bytes, isVisible: tracker.isShown(item))
    // A canceled item is not held for this view, and no cancellation will follow.
    if !tracker.isGivenOut(item) { schedule.forget(item) }
    if let instant { localPace.becameReady(item, at: instant) } else { localPace.forget(item) }
    guard let times, let instant else { return }
    readyTimes.record(times.total, from: host ?? "")
    link.recordLoad(
      transfer: times.transfer, isMultiplexed: times.isMultiplexed, at: instant)
  }

  /// Records that the load of an item failed.
  public mutating func itemFailed(_ item: Int) {
    ledger.failed(item)
    localPace.forget(item)
    schedule.ended(item)
  }

  /// Records that an item returned by ``takeStarts()`` is already available, or arrives in another
  /// way.
  public mutating func itemNeedsNoLoad(_ item: Int) {
    localPace.forget(item)
    schedule.ended(item)
  }

  /// Records that a canceled load was stopped after receiving some bytes.
  public mutating func itemStopped(_ item: Int, receivedBytes: Int) {
    ledger.stopped(item, receivedBytes: receivedBytes)
  }

  /// Records that a cache evicted an item that is neither visible nor expected.
  ///
  /// A view without a cache calls it for every item of ``TrackerChange/cancel``.
  public mutating func itemDropped(_ item: Int) {
    ledger.dropped(item)
  }

  /// Records that an item appeared on screen, with or without its picture.
  public mutating func itemShown(_ item: Int) {
    ledger.shown(item)
    schedule.shown(item)
  }
}
