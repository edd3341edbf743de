// What loading is like, and what is to be asked for now.

extension PrefetchController {
  /// Loads that have been under way for less say nothing yet.
  private static var shortWait: Duration { .milliseconds(250) }

  /// An item is no longer wanted.
  mutating func forget(_ item: Int) {
    if let now = tracker.updatedAt, let wait = schedule.wait(of: item, at: now) {
      readyTimes.noteUnanswered(after: wait)
      odds.giveUp(item)
    }
    schedule.forget(item)
  }

  func loadConditions(in layout: LineLayout, at instant: Duration?) -> LoadConditions {
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

  /// How many of these items are given out and not to come any more, as a share.
  ///
  /// Those that failed count as ready: nothing more is to come of them.
  ///
  /// - Complexity: O(runs of neighbours that wait + items under way), however many items there are.
  func readyShare(of items: Range<Int>) -> Double {
    if items.isEmpty { return 1 }
    let ready = tracker.givenOutCount(among: items) - schedule.countToCome(among: items)
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
    return schedule.takeStarts(at: position, now: tracker.updatedAt, headStart: headStart)
  }

  /// What a picture on screen has the link for; nil where pictures come, and none of them over a network.
  private var headStart: Duration? {
    if readyTimes.p90 == nil, schedule.budget.isLearned { return nil }
    return pipe.transferTime(of: 1) ?? .milliseconds(40)
  }
}

// MARK: - What became of the items

extension PrefetchController {
  /// The load of an item that is not on screen has begun.
  public mutating func itemStarted(_ item: Int) {
    ledger.started(item)
  }

  /// The load of an item uses no link: what it waits for is a file, a decoder or a cache.
  ///
  /// Say so for each such item that ``takeStarts()`` has given, so that its wait is not taken for a slow
  /// link's.
  public mutating func itemIsLocal(_ item: Int) {
    schedule.isLocal(item)
  }

  /// An item can be shown now.
  ///
  /// - Parameters:
  ///   - item: its number in the data source.
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

/// How likely an item that is given up while it is loaded will be wanted again: as often as others were.
///
/// It begins with one in four, as if of three given up none had come back. Of those given up the latest
/// are remembered, so that memory stays bounded; an older one that is wanted again counts as new.
///
/// - Complexity: O(1) for every call.
struct ReturnOdds: Sendable {
  private static let remembered = 4_096

  private var latest: Set<Int> = []
  private var earlier: Set<Int> = []
  private var givenUp = 3
  private var returned = 0

  /// From 0 to 1.
  var chance: Double { Double(returned + 1) / Double(givenUp + 1) }

  /// An item is given up that is being loaded.
  mutating func giveUp(_ item: Int) {
    if latest.count >= Self.remembered {
      earlier = latest
      latest = []
    }
    guard latest.insert(item).inserted else { return }
    givenUp += 1
  }

  /// An item is wanted.
  mutating func want(_ item: Int) {
    guard latest.remove(item) != nil || earlier.remove(item) != nil else { return }
    returned += 1
  }
}
