@testable import ImageLoading
@testable import LoadPlanning

/// A model of cache segments: two lists, added up every time.
struct CacheSegmentsModel {
  struct Entry {
    let key: Int
    let cost: Int
    let since: Duration
  }

  var bytes: Int
  /// From the least to the most recently used.
  private(set) var seen: [Entry] = []
  private(set) var unseen: [Entry] = []

  var all: [Entry] { seen + unseen }
  var cost: Int { Self.cost(all) }

  init(bytes: Int) { self.bytes = bytes }

  func contains(_ key: Int) -> Bool { all.contains { $0.key == key } }

  mutating func use(_ key: Int) -> Bool {
    guard let entry = all.first(where: { $0.key == key }) else { return false }
    remove(key)
    seen.append(entry)
    return true
  }

  mutating func insert(_ entry: Entry, isSpeculative: Bool) -> Bool {
    let isSeen = !isSpeculative || seen.contains { $0.key == entry.key }
    remove(entry.key)
    guard entry.cost <= bytes / 5 else { return false }
    if isSeen {
      seen.append(entry)
      trim(at: entry.since)
      return true
    }
    let most = max(bytes / 4, bytes - Self.cost(seen))
    while Self.cost(unseen) + entry.cost > most {
      guard let oldest = unseen.first, entry.since - oldest.since > .seconds(30) else {
        return false
      }
      unseen.removeFirst()
    }
    unseen.append(entry)
    while cost > bytes { seen.removeFirst() }
    return true
  }

  mutating func remove(_ key: Int) {
    seen.removeAll { $0.key == key }
    unseen.removeAll { $0.key == key }
  }

  /// Makes the entries fit, the last one of `seen` being a newcomer or as good as any.
  mutating func trim(at now: Duration) {
    while cost > bytes {
      let isUnseenOver = Self.cost(unseen) > bytes / 4
      if !isUnseenOver, !seen.isEmpty {
        seen.removeFirst()
      } else if let oldest = unseen.first, now - oldest.since > .seconds(30) {
        unseen.removeFirst()
      } else {
        unseen.removeLast()
      }
    }
  }

  private static func cost(_ entries: [Entry]) -> Int { entries.map(\.cost).reduce(0, +) }
}
