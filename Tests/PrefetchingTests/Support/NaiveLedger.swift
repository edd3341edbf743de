@testable import Prefetching

/// A ledger that keeps the record of every announcement.
struct NaiveLedger {
  private struct Record {
    let item: Int
    var isStarted = false
    /// Whether the tracker still expects it.
    var isExpected = true
    /// The departure since which it is not expected.
    var departure = 0
    /// Whether the picture is in memory or in a cache.
    var isReady = false
    /// Whether it must be read from the cache first.
    var isInCache = false
    var bytes = 0
    var ending: PrefetchLedger.Ending?
    /// Whether its events still count after its end.
    var isFollowed = false
  }

  private let mostKept: Int
  private var records: [Record] = []
  private var departures = 0
  private var seen: Set<Int> = []
  private var demanded = 0
  private var lateBytes = 0
  private var strayBytes = 0
  /// All bytes of the events that concern an announcement.
  private(set) var receivedBytes = 0

  init(mostKept: Int) { self.mostKept = mostKept }

  var counts: PrefetchCounts {
    var counts = PrefetchCounts()
    counts.announced = records.count
    counts.started = records.count { $0.isStarted }
    counts.demanded = demanded
    counts.lateBytes = lateBytes
    counts.wastedBytes = strayBytes
    for record in records {
      switch record.ending {
      case nil:
        counts.pending += 1
        counts.pendingBytes += record.bytes
        if record.isStarted { counts.pendingStarted += 1 }
        if record.isReady, !record.isExpected { counts.kept += 1 }
      case .useful:
        counts.useful += 1
        counts.usefulBytes += record.bytes
      case .late:
        counts.late += 1
        if record.isStarted { counts.lateStarted += 1 }
      case .wasted:
        counts.wasted += 1
        counts.wastedBytes += record.bytes
      case .cancelled: counts.cancelled += 1
      }
    }
    return counts
  }

  /// The record that an event of an item concerns: the latest, if it is open or followed.
  private func place(of item: Int) -> Int? {
    records.lastIndex { $0.item == item && ($0.ending == nil || $0.isFollowed) }
  }

  private func openPlace(of item: Int) -> Int? {
    place(of: item).flatMap { records[$0].ending == nil ? $0 : nil }
  }

  mutating func announced(_ item: Int) {
    if let place = place(of: item) {
      if records[place].ending == nil, records[place].isReady, !records[place].isExpected {
        records[place].isExpected = true
        records[place].isInCache = true
        return
      }
      if records[place].ending == nil {
        records[place].ending = records[place].isReady ? .wasted : .cancelled
      }
      records[place].isFollowed = false
    }
    records.append(Record(item: item))
  }

  mutating func started(_ item: Int) {
    if let place = openPlace(of: item) { records[place].isStarted = true }
  }

  mutating func ready(_ item: Int, _ bytes: Int) {
    guard let place = place(of: item) else { return }
    let record = records[place]
    if record.ending != nil {
      if record.ending == .late, record.isExpected {
        lateBytes += bytes
      } else {
        strayBytes += bytes
      }
      receivedBytes += bytes
      records[place].isFollowed = false
    } else if !record.isReady || record.isInCache, record.isExpected {
      receivedBytes += bytes
      records[place].isStarted = true
      records[place].isReady = true
      records[place].isInCache = false
      if bytes > 0 || !record.isReady {
        strayBytes += record.bytes
        records[place].bytes = bytes
      }
    }
  }

  mutating func failed(_ item: Int) {
    guard let place = place(of: item) else { return }
    let record = records[place]
    if record.ending != nil {
      records[place].isFollowed = false
    } else if record.isExpected, !record.isReady || record.isInCache {
      records[place].ending = .wasted
    }
  }

  mutating func shown(_ item: Int) {
    let isFirst = seen.insert(item).inserted
    if let place = place(of: item) {
      if records[place].ending == nil {
        records[place].ending = records[place].isReady ? .useful : .late
        records[place].isFollowed = !records[place].isReady
        return
      }
      if records[place].ending == .late, records[place].isExpected { return }
    }
    if isFirst { demanded += 1 }
  }

  mutating func cancelled(_ item: Int) {
    guard let place = place(of: item), records[place].isExpected else { return }
    departures += 1
    records[place].isExpected = false
    records[place].departure = departures
    if records[place].ending == nil, !records[place].isReady {
      records[place].ending = .cancelled
      records[place].isFollowed = records[place].isStarted
    }
    forgetOldest()
  }

  private mutating func forgetOldest() {
    let departed = records.indices
      .filter { !records[$0].isExpected && (records[$0].ending == nil || records[$0].isFollowed) }
      .sorted { records[$0].departure < records[$1].departure }
    for place in departed.dropLast(mostKept) {
      if records[place].ending == nil { records[place].ending = .wasted }
      records[place].isFollowed = false
    }
  }

  mutating func stopped(_ item: Int, _ bytes: Int) {
    guard let place = place(of: item) else { return }
    strayBytes += bytes
    receivedBytes += bytes
    if records[place].ending != nil, !records[place].isExpected {
      records[place].isFollowed = false
    }
  }

  mutating func dropped(_ item: Int) {
    guard let place = openPlace(of: item), records[place].isReady else { return }
    if !records[place].isExpected {
      records[place].ending = .wasted
    } else if records[place].isInCache {
      strayBytes += records[place].bytes
      records[place].bytes = 0
      records[place].isReady = false
      records[place].isInCache = false
    }
  }

  mutating func droppedAll() {
    for item in Set(records.map(\.item)) { dropped(item) }
    seen = []
  }
}
