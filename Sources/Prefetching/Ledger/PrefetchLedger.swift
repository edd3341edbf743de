/// Accounts for every item that was announced, that is, listed in ``TrackerChange/prefetch``.
///
/// An announcement opens an entry, and the entry closes in one of four ways: *useful*, ready before
/// the item was first shown; *late*, shown before it was ready; *cancelled* before it was ready;
/// *wasted*, ready and then dropped without having been shown. An announcement that fails is
/// wasted too, at the cost of no bytes: it has led to no picture, whether the item is shown later
/// or not. Events of items without an open entry are ignored.
///
/// Memory is O(pending); every event is O(1) an item.
public struct PrefetchLedger: Hashable, Sendable {
  private enum Entry: Hashable {
    case underWay
    case ready(bytes: Int)
  }

  private var entries: [Int: Entry] = [:]
  private var closed = PrefetchCounts()

  /// Makes a ledger with no entry.
  public init() {}

  /// What became of the announcements so far.
  public var counts: PrefetchCounts {
    var counts = closed
    counts.pending = entries.count
    return counts
  }

  /// Opens an entry for each item.
  ///
  /// An item announced anew while its entry is open was reloaded: the old entry closes as if
  /// cancelled.
  public mutating func announced(_ items: [Int]) {
    for item in items {
      drop(item)
      entries[item] = .underWay
      closed.announced += 1
    }
  }

  /// An item can be shown now; `bytes` is what it cost to get.
  public mutating func ready(_ item: Int, bytes: Int) {
    guard entries[item] == .underWay else { return }
    entries[item] = .ready(bytes: max(0, bytes))
  }

  /// An item could not be had.
  public mutating func failed(_ item: Int) {
    guard entries[item] == .underWay else { return }
    entries[item] = nil
    closed.wasted += 1
  }

  /// An item appeared on screen, with its picture or without.
  public mutating func shown(_ item: Int) {
    switch entries.removeValue(forKey: item) {
    case .ready: closed.useful += 1
    case .underWay: closed.late += 1
    case nil: break
    }
  }

  /// Items were cancelled: they are neither visible nor expected any more.
  public mutating func cancelled(_ items: [Int]) {
    for item in items { drop(item) }
  }

  private mutating func drop(_ item: Int) {
    switch entries.removeValue(forKey: item) {
    case .ready(let bytes):
      closed.wasted += 1
      closed.wastedBytes = closed.wastedBytes.addingSaturated(bytes)
    case .underWay: closed.cancelled += 1
    case nil: break
    }
  }
}
