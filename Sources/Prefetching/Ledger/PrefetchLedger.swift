/// Records the outcome of every announced item, that is, every item in ``TrackerChange/prefetch``.
///
/// An announcement opens an entry, which closes in one of four ways:
///
/// - *useful*: ready before the item was first shown;
/// - *late*: shown before it was ready;
/// - *canceled* before it was ready;
/// - *wasted*: ready and then dropped before it was shown, or failed.
///
/// An item that is ready and then no longer expected is *kept*. It is pending until it is shown (useful) or evicted
/// (wasted); announcing it again continues the entry. A view without a cache reports
/// ``PrefetchController/itemDropped(_:)`` for each canceled item. Beyond 16,384 kept items, the one that has been
/// unexpected for longest closes as wasted. A ledger that remembered all of them would grow with the session, and
/// caches are smaller than that.
///
/// Memory is O(items expected and visible), plus the kept items and the runs of items shown. Every event is O(1) per
/// item, amortized.
public struct PrefetchLedger: Sendable {
  /// The most items remembered after they are no longer expected: 16,384.
  package static let mostKept = 16_384

  /// The outcomes of the announcements so far.
  public private(set) var counts = PrefetchCounts()

  private var entries: [Int: Entry] = [:]
  /// The items that are kept or stopping.
  private var departed = DepartureQueue()
  private var seen = SeenItems()
  private let mostDeparted: Int

  /// Creates a ledger without entries.
  package init() { self.init(mostKept: Self.mostKept) }

  /// Creates a ledger that remembers a given number of items, for tests.
  init(mostKept: Int) { mostDeparted = mostKept }
}

// MARK: - Events

extension PrefetchLedger {
  /// Opens an entry for each item, or continues the entry of a kept item.
  ///
  /// An expected item that is announced again was reloaded. Its old entry closes as wasted if it was ready, otherwise
  /// as canceled.
  package mutating func announced(_ items: [Int]) {
    for item in items { announced(item) }
  }

  private mutating func announced(_ item: Int) {
    if entries[item]?.stage == .kept { return move(item, to: .resumed) }
    if let entry = entries[item], entry.isPending {
      close(item, as: entry.stage == .underWay ? .cancelled : .wasted)
    }
    move(item, to: .underWay)
    counts.announced += 1
    counts.pending += 1
  }

  /// Records the start of an announced item's load; an item that becomes ready counts as started,
  /// too.
  package mutating func started(_ item: Int) {
    guard let entry = entries[item], entry.isPending, !entry.isStarted else { return }
    entries[item]?.isStarted = true
    counts.started += 1
    counts.pendingStarted += 1
  }

  /// Records that an item can be shown; `bytes` is the cost of its load, 0 from a cache.
  ///
  /// If a kept item had to be fetched again, its earlier bytes are wasted.
  package mutating func ready(_ item: Int, bytes: Int) {
    let bytes = max(0, bytes)
    switch entries[item]?.stage {
    case .underWay:
      started(item)
      hold(bytes, of: item)
      move(item, to: .ready)
    case .resumed:
      if bytes > 0 {
        waste(bytesOf: item)
        hold(bytes, of: item)
      }
      move(item, to: .ready)
    case .late:
      counts.lateBytes = counts.lateBytes.addingSaturated(bytes)
      forget(item)
    case .stopping:
      counts.wastedBytes = counts.wastedBytes.addingSaturated(bytes)
      forget(item)
    case .ready, .kept, nil: break
    }
  }

  /// Records a failed load.
  package mutating func failed(_ item: Int) {
    switch entries[item]?.stage {
    case .underWay, .resumed: close(item, as: .wasted)
    case .late, .stopping: forget(item)
    case .ready, .kept, nil: break
    }
  }

  /// Records that an item appeared on screen, announced or not, with or without its picture.
  package mutating func shown(_ item: Int) {
    let isFirst = seen.insert(item)
    switch entries[item]?.stage {
    case .ready, .kept, .resumed: close(item, as: .useful)
    case .underWay:
      close(item, as: .late)
      move(item, to: .late)
    case .stopping, nil: if isFirst { counts.demanded += 1 }
    case .late: break
    }
  }

  /// Records that items are neither visible nor expected.
  package mutating func cancelled(_ items: [Int]) {
    for item in items {
      switch entries[item]?.stage {
      case .ready, .resumed: move(item, to: .kept)
      case .late: move(item, to: .stopping)
      case .underWay:
        let isStarted = entries[item]?.isStarted == true
        close(item, as: .cancelled)
        if isStarted { move(item, to: .stopping) }
      case .kept, .stopping, nil: break
      }
    }
    forgetOldest()
  }

  /// Records a stopped load, whose received bytes are wasted.
  ///
  /// Bytes of items that were not announced do not count.
  package mutating func stopped(_ item: Int, receivedBytes: Int) {
    guard let entry = entries[item] else { return }
    counts.wastedBytes = counts.wastedBytes.addingSaturated(max(0, receivedBytes))
    if entry.stage == .stopping { forget(item) }
  }

  /// Records an eviction: a kept item closes as wasted, and an item expected again must be fetched again.
  package mutating func dropped(_ item: Int) {
    switch entries[item]?.stage {
    case .kept: close(item, as: .wasted)
    case .resumed:
      waste(bytesOf: item)
      move(item, to: .underWay)
    case .underWay, .ready, .late, .stopping, nil: break
    }
  }

  /// Moves items to their new places, and removes those that are gone.
  ///
  /// Cancel removed items that were expected first. Removed kept items close as wasted.
  ///
  /// - Complexity: O(items expected, visible and kept × log ranges).
  mutating func apply(_ changes: ItemChanges) {
    for item in Array(entries.keys) where changes.place(of: item) == nil {
      dropped(item)
      if entries[item]?.isPending == true { close(item, as: .cancelled) } else { forget(item) }
    }
    entries = changes.renumbered(entries)
    departed.apply(changes)
    seen.apply(changes)
  }

  /// Closes all kept items, because items have other sizes or places.
  ///
  /// Cancel the expected items first. Every item counts as not shown yet.
  ///
  /// - Complexity: O(items kept).
  package mutating func droppedAll() {
    for item in Array(entries.keys) { dropped(item) }
    seen = SeenItems()
  }
}

// MARK: - Entries

extension PrefetchLedger {
  /// Moves an item to a stage; the only place where stages change.
  private mutating func move(_ item: Int, to stage: Entry.Stage) {
    let old = entries[item]?.stage
    entries[item, default: Entry()].stage = stage
    if old == .kept { counts.kept -= 1 }
    if stage == .kept { counts.kept += 1 }
    switch stage {
    case .kept, .stopping: departed.append(item)
    case .underWay, .ready, .resumed, .late: departed.remove(item)
    }
  }

  /// Closes a pending entry; the only place where they end.
  private mutating func close(_ item: Int, as ending: Ending) {
    guard let entry = entries[item] else { return }
    switch ending {
    case .useful:
      counts.useful += 1
      counts.usefulBytes = counts.usefulBytes.addingSaturated(entry.bytes)
    case .late:
      counts.late += 1
      if entry.isStarted { counts.lateStarted += 1 }
    case .wasted:
      counts.wasted += 1
      counts.wastedBytes = counts.wastedBytes.addingSaturated(entry.bytes)
    case .cancelled: counts.cancelled += 1
    }
    counts.pending -= 1
    if entry.isStarted { counts.pendingStarted -= 1 }
    counts.pendingBytes -= entry.bytes
    forget(item)
  }

  private mutating func forget(_ item: Int) {
    if entries.removeValue(forKey: item)?.stage == .kept { counts.kept -= 1 }
    departed.remove(item)
  }

  private mutating func hold(_ bytes: Int, of item: Int) {
    // The pending bytes can be subtracted later only if their sum does not saturate.
    let bytes = min(bytes, .max - counts.pendingBytes)
    entries[item]?.bytes = bytes
    counts.pendingBytes += bytes
  }

  private mutating func waste(bytesOf item: Int) {
    let bytes = entries[item]?.bytes ?? 0
    entries[item]?.bytes = 0
    counts.pendingBytes -= bytes
    counts.wastedBytes = counts.wastedBytes.addingSaturated(bytes)
  }

  private mutating func forgetOldest() {
    while departed.count > mostDeparted, let item = departed.popFirst() {
      if entries[item]?.stage == .kept { close(item, as: .wasted) } else { forget(item) }
    }
  }
}

extension PrefetchLedger {
  /// The state of an announced item.
  struct Entry: Sendable {
    enum Stage: Sendable {
      /// Expected and not ready.
      case underWay
      /// Expected and ready.
      case ready
      /// Ready and no longer expected, but still cached.
      case kept
      /// Kept and expected again, but not yet read from the cache.
      case resumed
      /// Closed as late; its bytes may still arrive.
      case late
      /// Closed and no longer expected; its received bytes may still be reported.
      case stopping
    }

    var stage = Stage.underWay
    var isStarted = false
    /// The cost of its load; 0 except in the ready stages.
    var bytes = 0

    /// Whether the announcement has no outcome yet.
    var isPending: Bool {
      switch stage {
      case .underWay, .ready, .kept, .resumed: true
      case .late, .stopping: false
      }
    }
  }

  /// The outcomes of an announcement.
  enum Ending {
    case useful, late, wasted, cancelled
  }
}
