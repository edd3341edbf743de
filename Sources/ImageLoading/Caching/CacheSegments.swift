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
    let timeToLive: Duration?
    /// The start of its lifetime: its insertion or, if uses extend lifetimes, its last use.
    var since: Duration
    var segment: Segment

    var extent: CacheExtent { CacheExtent(bytes: cost, entries: 1) }
  }

  /// The age at which an unseen entry is stale, and makes room for newer ones.
  ///
  /// A user who scrolls reaches prefetched pictures within a few seconds, or has turned around.
  static var staleAge: Duration { .seconds(30) }

  /// The divisor of the limit that gives the largest entry; a larger one would evict many others.
  static var entryDivisor: Int { 5 }

  /// The default lifetime of entries; nil means forever.
  package var timeToLive: Duration?

  /// Whether a lookup restarts the lifetime of an entry.
  package var extendsLifeOnAccess = false

  package private(set) var limit: CacheExtent
  private var lists = RecencyLists<Key, Entry>(count: 2)
  private var seen = CacheExtent()
  private var unseen = CacheExtent()
  private var dropped: [Dropped] = []

  package init(limit: CacheExtent) { self.limit = limit }

  /// The extent of all entries, including expired ones that were not looked up since; never over the limit.
  package var extent: CacheExtent { seen + unseen }

  /// Returns a value that has not expired, without marking it as used.
  package func peek(_ key: Key, at now: Duration) -> Value? {
    guard let place = lists.place(of: key), let entry = lists[place], !isExpired(entry, at: now)
    else { return nil }
    return entry.value
  }

  /// Returns a value, and marks it as seen and most recently used; drops an expired one.
  package mutating func use(_ key: Key, at now: Duration) -> Value? {
    guard let place = lists.place(of: key), let entry = lists[place] else { return nil }
    if isExpired(entry, at: now) {
      drop(key)
      return nil
    }
    count(entry, -1)
    lists.move(place, to: Segment.seen.rawValue) { [extendsLifeOnAccess] entry in
      entry.segment = .seen
      if extendsLifeOnAccess { entry.since = now }
    }
    seen = seen + entry.extent
    return entry.value
  }

  /// Stores a value in place of an earlier one for its key; returns whether it did.
  ///
  /// A value that replaces a seen one is seen. A value that isn't stored counts as dropped.
  package mutating func insert(
    _ value: Value, for key: Key, cost: Int, timeToLive: Duration? = nil, isSpeculative: Bool,
    at now: Duration
  ) -> Bool {
    let earlier = drop(key, isReplaced: true)
    let entry = Entry(
      value: value, cost: cost, timeToLive: timeToLive, since: now,
      segment: isSpeculative && earlier != .seen ? .unseen : .seen)
    guard limit.entries > 0, cost <= limit.bytes / Self.entryDivisor, makeRoom(for: entry, at: now)
    else {
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
  package mutating func setLimit(_ limit: CacheExtent, at now: Duration) {
    self.limit = limit
    trim(to: limit, at: now)
  }

  /// Whether there is an entry for a key, expired or not.
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
    let room = limit - entry.extent
    switch entry.segment {
    case .seen: trim(to: room, at: now)
    case .unseen:
      let share = (limit - seen).union(limit.quarter)
      while !(unseen + entry.extent).fits(in: share) {
        guard let stale = staleKey(at: now) else { return false }
        drop(stale)
      }
      // Within the share, the excess is what seen entries take over their three quarters.
      while !extent.fits(in: room), let key = oldestSeenKey { drop(key) }
    }
    return true
  }

  /// Drops entries until the rest fits, first unseen ones if they exceed their quarter.
  private mutating func trim(to room: CacheExtent, at now: Duration) {
    while !extent.fits(in: room), let key = nextToGo(at: now) { drop(key) }
  }

  private func nextToGo(at now: Duration) -> Key? {
    if unseen.fits(in: limit.quarter), let oldestSeenKey { return oldestSeenKey }
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

  private func isExpired(_ entry: Entry, at now: Duration) -> Bool {
    guard let timeToLive = entry.timeToLive ?? timeToLive else { return false }
    return now - entry.since >= timeToLive
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
    let change = CacheExtent(bytes: sign * entry.cost, entries: sign)
    switch entry.segment {
    case .seen: seen = seen + change
    case .unseen: unseen = unseen + change
    }
  }
}

/// The extent of a cache, or its limit.
package struct CacheExtent: Hashable, Sendable {
  package var bytes: Int
  package var entries: Int

  /// Creates an extent, empty by default.
  package init(bytes: Int = 0, entries: Int = 0) {
    self.bytes = bytes
    self.entries = entries
  }

  /// A quarter of both values, rounded down.
  var quarter: CacheExtent { CacheExtent(bytes: bytes / 4, entries: entries / 4) }

  /// Whether both bytes and entries are within a limit.
  func fits(in limit: CacheExtent) -> Bool { bytes <= limit.bytes && entries <= limit.entries }

  /// Returns the maximum of both extents, in bytes and in entries separately.
  func union(_ other: CacheExtent) -> CacheExtent {
    CacheExtent(bytes: max(bytes, other.bytes), entries: max(entries, other.entries))
  }

  static func + (first: CacheExtent, second: CacheExtent) -> CacheExtent {
    CacheExtent(bytes: first.bytes + second.bytes, entries: first.entries + second.entries)
  }

  static func - (first: CacheExtent, second: CacheExtent) -> CacheExtent {
    CacheExtent(bytes: first.bytes - second.bytes, entries: first.entries - second.entries)
  }
}
