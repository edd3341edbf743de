/// What a memory cache holds, and which entries it drops first: a pure value.
///
/// A look-up makes an entry *seen*; until then a speculative entry is *unseen*, on probation. The
/// seen may have three quarters of the limit, and the unseen one quarter. Either may use what the
/// other leaves free, and gives it back as soon as the other wants it. So prefetching, however much
/// there is of it, cannot push out what was seen, and it always has some room.
///
/// The seen go in the order of their last use. The unseen do not: prefetching goes from near to
/// far. So the oldest is the next on screen, unless it is so old that the viewport has gone
/// elsewhere. Where unseen entries must go, the oldest goes if it is stale, and otherwise the
/// newest: a newcomer that finds no room is not kept.
///
/// - Complexity: O(1) for every call, if each dropped entry counts with its insertion.
package struct CacheSegments<Key: Hashable & Sendable, Value: Sendable>: Sendable {
  /// An entry that is gone, for the caller to release.
  package struct Dropped: Sendable {
    package let key: Key
    package let value: Value
    /// Whether it was on probation, and there is no other value for its key.
    package let isUnseen: Bool
  }

  private enum Segment: Int {
    case seen, unseen
  }

  private struct Entry: Sendable {
    let value: Value
    let cost: Int
    let timeToLive: Duration?
    /// The start of its life: its insertion, or its last use where a use extends its life.
    var since: Duration
    var segment: Segment

    var extent: CacheExtent { CacheExtent(bytes: cost, entries: 1) }
  }

  /// The age from which an unseen entry makes room for newer ones.
  ///
  /// A user who scrolls reaches prefetched pictures within a few seconds, or has turned around.
  static var staleAge: Duration { .seconds(30) }

  /// No entry may take more than this part of the limit: it would push out many others.
  static var entryDivisor: Int { 5 }

  /// How long an entry lives that names no time of its own; nil means forever.
  package var timeToLive: Duration?

  /// Whether a look-up starts an entry's life anew.
  package var extendsLifeOnAccess = false

  package private(set) var limit: CacheExtent
  private var lists = RecencyLists<Key, Entry>(count: 2)
  private var seen = CacheExtent()
  private var unseen = CacheExtent()
  private var dropped: [Dropped] = []

  package init(limit: CacheExtent) { self.limit = limit }

  /// The size of all its entries, including expired ones that no one has looked up since; never
  /// over the limit.
  package var extent: CacheExtent { seen + unseen }

  /// Returns a value that has not expired; that does not count as a use.
  package func peek(_ key: Key, at now: Duration) -> Value? {
    guard let place = lists.place(of: key), let entry = lists[place], !isExpired(entry, at: now)
    else { return nil }
    return entry.value
  }

  /// Looks a value up, and makes it seen and the last used; drops an expired one.
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

  /// Keeps a value in place of an earlier one for its key, and says whether it did.
  ///
  /// What takes the place of a seen value is seen. What is not kept counts as dropped.
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

  /// Drops an entry, if it is there.
  package mutating func remove(_ key: Key) { drop(key) }

  package mutating func removeAll() {
    while let key = lists.oldest(in: Segment.unseen.rawValue)?.key { drop(key) }
    while let key = lists.oldest(in: Segment.seen.rawValue)?.key { drop(key) }
  }

  /// Sets how much it may hold, and drops what is over that.
  package mutating func setLimit(_ limit: CacheExtent, at now: Duration) {
    self.limit = limit
    trim(to: limit, at: now)
  }

  /// Whether it holds an entry for a key, expired or not.
  func holds(_ key: Key) -> Bool { lists.place(of: key) != nil }

  /// Takes what is gone since the last call, for the caller to release; a key may have another
  /// value by now.
  package mutating func takeDropped() -> [Dropped] { exchange(&dropped, with: []) }
}

// MARK: - What goes

extension CacheSegments {
  /// Makes room for a newcomer; false if the newcomer itself must go.
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
      // Within the share, the excess is what the seen hold over their three quarters.
      while !extent.fits(in: room), let key = oldestSeenKey { drop(key) }
    }
    return true
  }

  /// Drops entries until the rest fit: first unseen ones, if those have more than their quarter.
  private mutating func trim(to room: CacheExtent, at now: Duration) {
    while !extent.fits(in: room), let key = nextToGo(at: now) { drop(key) }
  }

  private func nextToGo(at now: Duration) -> Key? {
    if unseen.fits(in: limit.quarter), let oldestSeenKey { return oldestSeenKey }
    return staleKey(at: now) ?? lists.newest(in: Segment.unseen.rawValue)?.key
  }

  private var oldestSeenKey: Key? { lists.oldest(in: Segment.seen.rawValue)?.key }

  /// The oldest unseen entry, if it is stale.
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

  /// Says in which segment the entry was.
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

/// How much a cache holds, or may hold.
package struct CacheExtent: Hashable, Sendable {
  package var bytes: Int
  package var entries: Int

  /// An extent of nothing, by default.
  package init(bytes: Int = 0, entries: Int = 0) {
    self.bytes = bytes
    self.entries = entries
  }

  /// A quarter of it, rounded down.
  var quarter: CacheExtent { CacheExtent(bytes: bytes / 4, entries: entries / 4) }

  /// Whether it is no more than a limit, neither in bytes nor in entries.
  func fits(in limit: CacheExtent) -> Bool { bytes <= limit.bytes && entries <= limit.entries }

  /// The larger of both in bytes, and the larger of both in entries.
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
