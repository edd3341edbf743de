import CacheFiles
import Dispatch
import FoundationEssentials
import Glibc
import Synchronization

/// Keeps thumbnails of local files, from one run of a program to the next.
///
/// An entry is found by what the system says of its file, without a look into the file. Entries lie in segments that
/// only grow; an index says where. Processes may share a folder: each writes segments of its own. What is written is
/// whole or missing, whatever ends a process. Beyond its limit the store removes segments that were used least recently.
///
/// A store may forget: a full disk or a damaged file make entries missing, and never fail anything. You may use it from
/// any thread; each call blocks for a read or a write of the disk, mostly of the system's memory.
public final class ThumbnailCache: Sendable {
  /// The folder that it was made with; the store's own is in it.
  public let folder: String

  /// The most bytes that all files together may take.
  public let limitBytes: Int

  private let view: Mutex<StoreView>
  /// Held while an entry is written; `view` is locked within it, never the other way around.
  private let writer: Mutex<StoreWriter>
  private let queue = DispatchQueue(label: "thumbnail store", qos: .utility)
  /// Nanoseconds since 1970.
  private let clock: @Sendable () -> Int64
  /// What others keep in the same room.
  private let neighborBytes: @Sendable () -> Int

  /// An index that lacks fewer entries is not written anew when the program ends.
  private static let fewEntries = 500

  /// Names a folder; nothing is read or written yet, and the first entry makes the folder.
  ///
  /// - Parameters:
  ///   - folder: the path of a folder, which a `DataCache` may have too.
  ///   - limitBytes: the most bytes of all files together; an entry of more than a tenth of it is not stored.
  ///   - neighborBytes: what else counts against the limit, up to half of it; asked now and then, on a queue.
  public convenience init(
    folder: String, limitBytes: Int, neighborBytes: @escaping @Sendable () -> Int = { 0 }
  ) {
    self.init(
      folder: folder, limitBytes: limitBytes, neighborBytes: neighborBytes,
      clock: { wallNanoseconds() })
  }

  /// - Parameter clock: nanoseconds since 1970.
  package init(
    folder: String, limitBytes: Int, neighborBytes: @escaping @Sendable () -> Int = { 0 },
    clock: @escaping @Sendable () -> Int64
  ) {
    self.folder = folder
    self.limitBytes = max(0, limitBytes)
    self.clock = clock
    self.neighborBytes = neighborBytes
    view = Mutex(StoreView(path: folder))
    writer = Mutex(StoreWriter(path: folder, limitBytes: self.limitBytes))
  }

  /// Why the store has given up writing, in a sentence for a person; nil while it works.
  public var problem: String? {
    writer.withLock { $0.outage.cause }.map {
      "The thumbnails in \(folder) are not written: \($0)."
    }
  }

  /// Returns the bytes that were stored for a key, which counts as a use; nil if there are no whole ones.
  public func bytes(for key: ThumbnailKey) -> Data? {
    guard let place = place(of: key),
      let segment = view.withLock({ $0.segment(place.segment) }),
      let payload = segment.payload(at: place, of: key)
    else { return nil }
    segment.noteUse(at: seconds)
    return payload
  }

  /// Whether there is an entry for a key, as far as the index says: it may be gone since, or damaged.
  package func mayContain(_ key: ThumbnailKey) -> Bool { place(of: key) != nil }

  /// Stores bytes for a key; readers find them from then on.
  ///
  /// - Returns: false if they cannot be kept.
  @discardableResult
  public func store(_ bytes: Data, for key: ThumbnailKey) -> Bool {
    let (isStored, isSweepDue) = writer.withLock { writer in
      let storedAt = view.withLock { $0.takeTime(at: clock()) }
      guard let place = writer.append(bytes, for: key, at: seconds, storedAt: storedAt) else {
        return (false, false)
      }
      view.withLock { $0.add(place, for: key.digest) }
      return (true, writer.takeSweep())
    }
    if isSweepDue { queue.async { self.sweep() } }
    if view.withLock({ $0.takeRenewal() }) { queue.async { self.renewIndex() } }
    return isStored
  }

  /// Blocks until the index is written if it lacks many entries, or the time is over.
  public func flush(within limit: Duration = .seconds(5)) {
    let done = DispatchSemaphore(value: 0)
    queue.async {
      if self.view.withLock({ $0.lacks(moreThan: Self.fewEntries) }) { self.renewIndex() }
      done.signal()
    }
    _ = done.wait(timeout: .now() + limit / .seconds(1))
  }

  /// Removes every entry, also those of other processes.
  ///
  /// - Throws: the reason why the first of the files that stay does.
  package func removeAll() throws(SystemError) {
    try writer.withLock { writer throws(SystemError) in
      writer.close()
      view.withLock { $0.clear() }
      try StoreFolder(folder)?.removeAll()
    }
  }

  /// Returns what all files take, and how many entries they hold; it blocks.
  package func usage() -> (bytes: Int, count: Int) {
    guard let folder = StoreFolder(folder) else { return (0, 0) }
    let index = KeyIndex(in: folder.folder)
    var covered: [SegmentID: Int] = [:]
    for segment in index?.segments ?? [] { covered[segment.id] = segment.covered }
    var count = index?.count ?? 0
    for file in folder.segments() where file.bytes > covered[file.id] ?? 0 {
      guard let segment = try? Segment(file.id, in: folder.folder) else { continue }
      _ = segment.walk(from: covered[file.id] ?? 0) { _, _ in
        count += 1
        return true
      }
    }
    return (folder.bytes(), count)
  }

  /// Sweeps on a queue, because a neighbor has grown.
  package func sweepSoon() { queue.async { self.sweep() } }

  /// Returns what all files take; it blocks for a system call for each.
  package func usedBytes() -> Int { StoreFolder(folder)?.bytes() ?? 0 }
}

// MARK: - Finding and tending

extension ThumbnailCache {
  /// Seconds since 1970.
  private var seconds: Int { Int(clock() / 1_000_000_000) }

  private func place(of key: ThumbnailKey) -> EntryPlace? {
    let digest = key.digest
    let (fresh, index, isIndexDue) = view.withLock { view in
      view.open()
      return (view.freshPlace(of: digest), view.index, view.takeRenewal())
    }
    if isIndexDue { queue.async { self.renewIndex() } }
    return fresh ?? index?.place(of: digest)
  }

  private func sweep() {
    // Half of the room is the store's own, however much the neighbors have.
    let room = limitBytes - min(neighborBytes(), limitBytes / 2)
    // The index would go on to name what is removed, and the view would keep it open.
    if (try? StoreFolder(folder)?.sweep(at: seconds, limitBytes: room)) == true { renewIndex() }
  }

  private func renewIndex() {
    // Where it fails, entries are found by walking, as before.
    if let folder = StoreFolder(folder) { try? KeyIndex.rebuild(in: folder.folder) }
    view.withLock { $0.reopen() }
  }
}

private func wallNanoseconds() -> Int64 {
  var now = timespec()
  clock_gettime(CLOCK_REALTIME, &now)
  return Int64(now.tv_sec) &* 1_000_000_000 &+ Int64(now.tv_nsec)
}
