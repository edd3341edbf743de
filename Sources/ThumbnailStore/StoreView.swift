import CacheFiles

/// One process's view of a store: the index, newer entries, and open segments.
struct StoreView {
  private let path: String
  private var isOpen = false
  private(set) var index: KeyIndex?
  /// The entries that the index does not cover, by digest.
  private var fresh: [UInt64: FreshEntry] = [:]
  private var segments: [SegmentID: Segment] = [:]
  /// Whether entries were skipped when the store was opened, because they were too many.
  private var lacksEntries = false
  /// Whether a new index was requested and is not ready.
  private var awaitsIndex = false
  /// The latest time of an entry.
  private var latestTime: Int64 = 0

  /// The most entries that are searched when a store is opened: two milliseconds of work.
  ///
  /// A program that exits normally leaves fewer; after a crash the rest is found in the background.
  private static let mostHeadsAtOnce = 2_000
  /// The bytes of a damaged segment that are skipped in the time of one head.
  private static let damageLikeHead = 4_096
  /// The most open segments, because a process may have few descriptors.
  private static let mostOpenSegments = 64

  private struct FreshEntry {
    let place: EntryPlace
    let storedAt: Int64
  }

  init(path: String) { self.path = path }

  /// Whether the index lacks more than `count` entries, or an unknown number.
  func lacks(moreThan count: Int) -> Bool { lacksEntries || fresh.count > count }

  /// Whether a new index is worth its cost now; true only once until it is ready, in case that always fails.
  ///
  /// A new one is due after each eighth, so that all of them together write eight times the last.
  mutating func takeRenewal() -> Bool {
    guard !awaitsIndex, lacks(moreThan: max(4_096, (index?.count ?? 0) / 8)) else { return false }
    awaitsIndex = true
    return true
  }

  /// Reads the index and the ends of the segments, the first time.
  ///
  /// Entries stored by other processes later are not noticed. That would take a system call for each missing picture,
  /// and otherwise a thumbnail is made twice at worst.
  mutating func open() {
    guard !isOpen else { return }
    isOpen = true
    guard let folder = StoreFolder(path) else { return }
    index = KeyIndex(in: folder.folder)
    lacksEntries = !findFresh(in: folder, most: Self.mostHeadsAtOnce)
  }

  /// Reads the index again after it was replaced, and forgets covered entries and removed segments.
  mutating func reopen() {
    guard let folder = StoreFolder(path) else { return }
    let there = Set(folder.segments().map(\.id))
    // An open segment would keep the disk space that its removal should free.
    segments = segments.filter { there.contains($0.key) }
    fresh = fresh.filter { there.contains($0.value.place.segment) }
    guard let new = KeyIndex(in: folder.folder) else { return }
    awaitsIndex = false
    var covered: [SegmentID: Int] = [:]
    for segment in new.segments { covered[segment.id] = segment.covered }
    fresh = fresh.filter { _, entry in
      let place = entry.place
      return Int(place.start) * EntryHead.bytes >= covered[place.segment] ?? 0
    }
    index = new
    lacksEntries = false
  }

  /// Finds the entries that the index does not cover; false if they are more than `most`.
  private mutating func findFresh(in folder: borrowing StoreFolder, most: Int) -> Bool {
    var covered: [SegmentID: Int] = [:]
    for segment in index?.segments ?? [] { covered[segment.id] = segment.covered }
    var rest = most
    var isComplete = true
    for file in folder.segments() where file.bytes > covered[file.id] ?? 0 {
      guard let segment = try? Segment(file.id, in: folder.folder) else { continue }
      let mostDamage = rest * Self.damageLikeHead
      let walk = segment.walk(from: covered[file.id] ?? 0, mostDamage: mostDamage) { head, place in
        if rest == 0 { return false }
        rest -= 1
        latestTime = max(latestTime, head.storedAt)
        let digest = head.key.digest
        if let known = fresh[digest], known.storedAt > head.storedAt { return true }
        fresh[digest] = FreshEntry(place: place, storedAt: head.storedAt)
        return true
      }
      rest = max(0, rest - walk.damage / Self.damageLikeHead)
      isComplete = isComplete && walk.isComplete
      if rest == 0 { return false }
    }
    return isComplete
  }

  /// The place of a digest's entry that the index does not cover.
  func freshPlace(of digest: UInt64) -> EntryPlace? { fresh[digest]?.place }

  /// The time for the next entry: later than all others, even if the clock was set back.
  mutating func takeTime(at now: Int64) -> Int64 {
    open()
    latestTime = max(now, latestTime &+ 1)
    return latestTime
  }

  /// Adds an entry written by this process.
  mutating func add(_ place: EntryPlace, for digest: UInt64) {
    fresh[digest] = FreshEntry(place: place, storedAt: .max)
  }

  /// The segment of an entry; nil if it was removed.
  mutating func segment(_ id: SegmentID) -> Segment? {
    if let segment = segments[id] { return segment }
    guard let folder = StoreFolder(path), let segment = try? Segment(id, in: folder.folder) else {
      return nil
    }
    if segments.count >= Self.mostOpenSegments { segments = [:] }
    segments[id] = segment
    return segment
  }

  /// Forgets all entries, after they were removed.
  mutating func clear() {
    self = StoreView(path: path)
    isOpen = true
  }
}
