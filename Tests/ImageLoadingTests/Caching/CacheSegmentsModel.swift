@testable import ImageLoading
@testable import LoadPlanning

/// What cache segments are to do, in the plainest words: two lists, added up every time.
struct CacheSegmentsModel {
  struct Entry {
    let key: Int
    let cost: Int
    var since: Duration
    let timeToLive: Duration?
  }

  var bytes: Int
  var entries: Int
  var timeToLive: Duration?
  var extendsLifeOnAccess = false
  /// From the least to the most recently used.
  private(set) var seen: [Entry] = []
  private(set) var unseen: [Entry] = []

  var all: [Entry] { seen + unseen }
  var cost: Int { Self.cost(all) }

  init(bytes: Int, entries: Int) {
    self.bytes = bytes
    self.entries = entries
  }

  func contains(_ key: Int, at now: Duration) -> Bool {
    all.contains { $0.key == key && !isExpired($0, at: now) }
  }

  mutating func use(_ key: Int, at now: Duration) -> Bool {
    guard var entry = all.first(where: { $0.key == key }) else { return false }
    remove(key)
    if isExpired(entry, at: now) { return false }
    if extendsLifeOnAccess { entry.since = now }
    seen.append(entry)
    return true
  }

  mutating func insert(_ entry: Entry, isSpeculative: Bool) -> Bool {
    let isSeen = !isSpeculative || seen.contains { $0.key == entry.key }
    remove(entry.key)
    guard entries > 0, entry.cost <= bytes / 5 else { return false }
    if isSeen {
      seen.append(entry)
      trim(at: entry.since)
      return true
    }
    let most = max(bytes / 4, bytes - Self.cost(seen))
    let mostEntries = max(entries / 4, entries - seen.count)
    while Self.cost(unseen) + entry.cost > most || unseen.count + 1 > mostEntries {
      guard let oldest = unseen.first, entry.since - oldest.since > .seconds(30) else {
        return false
      }
      unseen.removeFirst()
    }
    unseen.append(entry)
    while cost > bytes || all.count > entries { seen.removeFirst() }
    return true
  }

  mutating func remove(_ key: Int) {
    seen.removeAll { $0.key == key }
    unseen.removeAll { $0.key == key }
  }

  /// Makes the entries fit, the last one of `seen` being a newcomer or as good as any.
  mutating func trim(at now: Duration) {
    while cost > bytes || all.count > entries {
      let isUnseenOver = Self.cost(unseen) > bytes / 4 || unseen.count > entries / 4
      if !isUnseenOver, !seen.isEmpty {
        seen.removeFirst()
      } else if let oldest = unseen.first, now - oldest.since > .seconds(30) {
        unseen.removeFirst()
      } else {
        unseen.removeLast()
      }
    }
  }

  private func isExpired(_ entry: Entry, at now: Duration) -> Bool {
    guard let timeToLive = entry.timeToLive ?? timeToLive else { return false }
    return now >= entry.since + timeToLive
  }

  private static func cost(_ entries: [Entry]) -> Int { entries.map(\.cost).reduce(0, +) }
}
