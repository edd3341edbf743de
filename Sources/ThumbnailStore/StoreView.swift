import CacheFiles

/// What one process knows of a store: the index, what is newer than it, and segments that are open.
struct StoreView {
  private let path: String
  private var isOpen = false
  private(set) var index: KeyIndex?
  /// The entries that the index does not cover, by digest.
  private var fresh: [UInt64: FreshEntry] = [:]
  private var segments: [SegmentID: Segment] = [:]
  /// Whether entries were left out when it was opened, because they were too many.
  private var lacksEntries = false
  /// Whether a new index was asked for and is not there yet.
  private var awaitsIndex = false
  /// The latest time that an entry has.
  private var latestTime: Int64 = 0

  /// The most entries that are looked for when a store is opened: two milliseconds of work.
  ///
  /// A program that ends as it should leaves fewer; after a crash the rest is found in the background.
  private static let mostHeadsAtOnce = 2_000
  /// The bytes of a damaged segment that are passed over in the time of one head.
  private static let damageLikeHead = 4_096
  /// The most segments that are open at once; a process may have few descriptors.
  private static let mostOpenSegments = 64

  private struct FreshEntry {
    let place: EntryPlace
    let storedAt: Int64
  }

  init(path: String) { self.path = path }

  /// Whether the index lacks more entries than that, or some that are not known.
  func lacks(moreThan count: Int) -> Bool { lacksEntries || fresh.count > count }

  /// Whether a new index is worth its cost now; true only once until there is one, should that fail for good.
  ///
  /// A new one is due after each eighth, so that all of them together write eight times the last.
  mutating func takeRenewal() -> Bool {
    guard !awaitsIndex, lacks(moreThan: max(4_096, (index?.count ?? 0) / 8)) else { return false }
    awaitsIndex = true
    return true
  }

  /// Reads the index and the ends of the segments, the first time.
  ///
  /// What other processes store from now on is not noticed. It would take a system call for each picture that is
  /// missing, and what is missed costs no more than to make a thumbnail twice.
  mutating func open() {
    guard !isOpen else { return }
    isOpen = true
    guard let folder = StoreFolder(path) else { return }
    index = KeyIndex(in: folder.folder)
    lacksEntries = !findFresh(in: folder, most: Self.mostHeadsAtOnce)
  }

  /// Reads the index anew, after it was replaced, and forgets what it covers and what is gone.
  mutating func reopen() {
    guard let folder = StoreFolder(path) else { return }
    let there = Set(folder.segments().map(\.id))
    // An open segment would keep the room on the disk that its removal was to give back.
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

  /// Where the entry of a digest is that the index does not cover.
  func freshPlace(of digest: UInt64) -> EntryPlace? { fresh[digest]?.place }

  /// The time of the next entry: after that of all others, also where the clock was set back meanwhile.
  mutating func takeTime(at now: Int64) -> Int64 {
    open()
    latestTime = max(now, latestTime &+ 1)
    return latestTime
  }

  /// Notes an entry that this process has written.
  mutating func add(_ place: EntryPlace, for digest: UInt64) {
    fresh[digest] = FreshEntry(place: place, storedAt: .max)
  }

  /// The segment of an entry; nil if it is gone.
  mutating func segment(_ id: SegmentID) -> Segment? {
    if let segment = segments[id] { return segment }
    guard let folder = StoreFolder(path), let segment = try? Segment(id, in: folder.folder) else {
      return nil
    }
    if segments.count >= Self.mostOpenSegments { segments = [:] }
    segments[id] = segment
    return segment
  }

  /// Forgets everything, after it was removed.
  mutating func clear() {
    self = StoreView(path: path)
    isOpen = true
  }
}
