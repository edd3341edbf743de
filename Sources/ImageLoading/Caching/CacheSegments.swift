/// The entries of a memory cache in two segments, and their order of eviction: a pure value.
///
/// A lookup makes an entry *seen*. Until then, a speculative entry is *unseen*: on probation. Seen
/// entries may take three quarters of the limit, and unseen ones one quarter. Each segment may use
/// room that the other leaves free, and gives it back when the other needs it. So prefetching can't
/// evict seen entries, and always has some room.
///
/// Seen entries are evicted from the least recently used on. Unseen ones are not, because
/// prefetching goes from near to far: the oldest is the next on screen, unless it is so old that
/// the viewport has moved on. If an unseen entry must go, it is the oldest if stale, else the
/// newest: a new entry that finds no room is not kept.
///
/// - Complexity: O(1) amortized for every call; dropping an entry counts with its insertion.
package struct CacheSegments<Key: Hashable & Sendable, Value: Sendable>: Sendable {
  /// An entry that was dropped, for the caller to release.
  package struct Dropped: Sendable {
    package let key: Key
    package let value: Value
    /// Whether it was on probation, and its key has no other value.
    package let isUnseen: Bool
  }

  private enum Segment: Int {
    case seen, unseen
  }

  private struct Entry: Sendable {
    let value: Value
    let cost: Int
    /// The time of its insertion.
    let since: Duration
    var segment: Segment
  }

  /// The age at which an unseen entry is stale, and makes room for newer ones.
  ///
  /// A user who scrolls reaches prefetched pictures within a few seconds, or has turned around.
  static var staleAge: Duration { .seconds(30) }

  /// The divisor of the limit that gives the largest entry; a larger one would evict many others.
  static var entryDivisor: Int { 5 }

  package private(set) var limit: Int
  private var lists = RecencyLists<Key, Entry>(count: 2)
  private var seenCost = 0
  private var unseenCost = 0
  private var dropped: [Dropped] = []

  /// Creates an empty cache with a limit of the total cost.
  package init(limit: Int) { self.limit = limit }

  /// The total cost of all entries; never over the limit.
  package var cost: Int { seenCost + unseenCost }

  var count: Int { lists.count }

  /// Returns a value without marking it as used.
  package func peek(_ key: Key) -> Value? {
    lists.place(of: key).flatMap { lists[$0]?.value }
  }

  /// Returns a value, and marks it as seen and most recently used.
  package mutating func use(_ key: Key) -> Value? {
    guard let place = lists.place(of: key), let entry = lists[place] else { return nil }
    count(entry, -1)
    lists.move(place, to: Segment.seen.rawValue) { $0.segment = .seen }
    seenCost += entry.cost
    return entry.value
  }

  /// Stores a value in place of an earlier one for its key; returns whether it did.
  ///
  /// A value that replaces a seen one is seen. A value that isn't stored counts as dropped.
  package mutating func insert(
    _ value: Value, for key: Key, cost: Int, isSpeculative: Bool, at now: Duration
  ) -> Bool {
    let earlier = drop(key, isReplaced: true)
    let entry = Entry(
      value: value, cost: cost, since: now,
      segment: isSpeculative && earlier != .seen ? .unseen : .seen)
    guard cost <= limit / Self.entryDivisor, makeRoom(for: entry, at: now) else {
      let isUnseen = entry.segment == .unseen || earlier == .unseen
      dropped.append(Dropped(key: key, value: value, isUnseen: isUnseen))
      return false
    }
    lists.append(key, entry, to: entry.segment.rawValue)
    count(entry, 1)
    return true
  }

  /// Drops an entry, if it exists.
  package mutating func remove(_ key: Key) { drop(key) }

  package mutating func removeAll() {
    while let key = lists.oldest(in: Segment.unseen.rawValue)?.key { drop(key) }
    while let key = lists.oldest(in: Segment.seen.rawValue)?.key { drop(key) }
  }

  /// Sets the limit, and drops entries that exceed it.
  package mutating func setLimit(_ limit: Int, at now: Duration) {
    self.limit = limit
    trim(to: limit, at: now)
  }

  /// Whether there is an entry for a key.
  func holds(_ key: Key) -> Bool { lists.place(of: key) != nil }

  /// Returns the entries dropped since the last call, for the caller to release.
  ///
  /// A key may have another value by now.
  package mutating func takeDropped() -> [Dropped] { exchange(&dropped, with: []) }
}

// MARK: - Eviction

extension CacheSegments {
  /// Makes room for a new entry; returns false if that entry must be dropped instead.
  private mutating func makeRoom(for entry: Entry, at now: Duration) -> Bool {
    let room = limit - entry.cost
    switch entry.segment {
    case .seen: trim(to: room, at: now)
    case .unseen:
      let share = max(limit - seenCost, limit / 4)
      while unseenCost + entry.cost > share {
        guard let stale = staleKey(at: now) else { return false }
        drop(stale)
      }
      // Within the share, the excess is what seen entries take over their three quarters.
      while cost > room, let key = oldestSeenKey { drop(key) }
    }
    return true
  }

  /// Drops entries until the rest fits, first unseen ones if they exceed their quarter.
  private mutating func trim(to room: Int, at now: Duration) {
    while cost > room, let key = nextToGo(at: now) { drop(key) }
  }

  private func nextToGo(at now: Duration) -> Key? {
    if unseenCost <= limit / 4, let oldestSeenKey { return oldestSeenKey }
    return staleKey(at: now) ?? lists.newest(in: Segment.unseen.rawValue)?.key
  }

  private var oldestSeenKey: Key? { lists.oldest(in: Segment.seen.rawValue)?.key }

  /// The key of the oldest unseen entry, if it is stale.
  private func staleKey(at now: Duration) -> Key? {
    guard let (key, entry) = lists.oldest(in: Segment.unseen.rawValue),
      now - entry.since > Self.staleAge
    else { return nil }
    return key
  }

  /// Drops an entry; returns the segment that it was in.
  @discardableResult
  private mutating func drop(_ key: Key, isReplaced: Bool = false) -> Segment? {
    guard let entry = lists.remove(key) else { return nil }
    count(entry, -1)
    let isUnseen = entry.segment == .unseen && !isReplaced
    dropped.append(Dropped(key: key, value: entry.value, isUnseen: isUnseen))
    return entry.segment
  }

  private mutating func count(_ entry: Entry, _ sign: Int) {
    switch entry.segment {
    case .seen: seenCost += sign * entry.cost
    case .unseen: unseenCost += sign * entry.cost
    }
  }
}
