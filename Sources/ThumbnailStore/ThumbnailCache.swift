import CacheFiles
import Dispatch
import FoundationEssentials
import Glibc
import Synchronization

/// Keeps thumbnails of local files, from one run of a program to the next.
///
/// An entry is found by the file's status, without reading the file. Entries are stored in segments that only grow; an
/// index contains their places. Processes may share a folder: each writes segments of its own. Entries are complete or
/// missing, however a process ends. Beyond its limit the store removes the least recently used segments.
///
/// A store may forget: a full disk or a damaged file cause missing entries, but never errors. You may use it from any
/// thread; each call blocks for a read or a write of the disk, usually of the page cache.
public final class ThumbnailCache: Sendable {
  /// The cache folder, which contains the store's own folder.
  public let folder: String

  /// The limit of all files together, in bytes.
  public let limitBytes: Int

  private let view: Mutex<StoreView>
  /// Locked while an entry is written; `view` is locked within it, never the other way around.
  private let writer: Mutex<StoreWriter>
  private let queue = DispatchQueue(label: "thumbnail store", qos: .utility)
  /// Returns nanoseconds since 1970.
  private let clock: @Sendable () -> Int64
  /// The size of other data under the same limit.
  private let neighborBytes: @Sendable () -> Int

  /// The number of missing entries below which the index is not rewritten when the program ends.
  private static let fewEntries = 500

  /// Creates a store in a folder, which is made for the first entry; nothing is read or written yet.
  ///
  /// - Parameters:
  ///   - folder: the path of a folder, which may also be a `DataCache`'s.
  ///   - limitBytes: the limit of all files together; entries over a tenth of it are not stored.
  ///   - neighborBytes: the size of other data under the same limit, up to half of it; called now and then, on a queue.
  public convenience init(
    folder: String, limitBytes: Int, neighborBytes: @escaping @Sendable () -> Int = { 0 }
  ) {
    self.init(
      folder: folder, limitBytes: limitBytes, neighborBytes: neighborBytes,
      clock: { wallNanoseconds() })
  }

  /// - Parameter clock: returns nanoseconds since 1970.
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

  /// The reason why the store has stopped writing, as a sentence; nil while it works.
  public var problem: String? {
    writer.withLock { $0.outage.cause }.map {
      "The thumbnails in \(folder) are not written: \($0)."
    }
  }

  /// Returns the bytes stored for a key, and records their use; nil if there are no complete ones.
  public func bytes(for key: ThumbnailKey) -> Data? {
    guard let place = place(of: key),
      let segment = view.withLock({ $0.segment(place.segment) }),
      let payload = segment.payload(at: place, of: key)
    else { return nil }
    segment.noteUse(at: seconds)
    return payload
  }

  /// Whether the index has an entry for a key, which may have been removed or damaged since.
  package func mayContain(_ key: ThumbnailKey) -> Bool { place(of: key) != nil }

  /// Stores bytes for a key; readers find them immediately.
  ///
  /// - Returns: false if they can't be stored.
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

  /// Blocks until the index is written if it lacks many entries, or until a timeout.
  public func flush(within limit: Duration = .seconds(5)) {
    let done = DispatchSemaphore(value: 0)
    queue.async {
      if self.view.withLock({ $0.lacks(moreThan: Self.fewEntries) }) { self.renewIndex() }
      done.signal()
    }
    _ = done.wait(timeout: .now() + limit / .seconds(1))
  }

  /// Removes all entries, including those of other processes.
  ///
  /// - Throws: the reason why the first remaining file could not be removed.
  package func removeAll() throws(SystemError) {
    try writer.withLock { writer throws(SystemError) in
      writer.close()
      view.withLock { $0.clear() }
      try StoreFolder(folder)?.removeAll()
    }
  }

  /// Returns the size of all files, and their number of entries; it blocks.
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

  /// Returns the size of all files; it blocks for a system call for each.
  package func usedBytes() -> Int { StoreFolder(folder)?.bytes() ?? 0 }
}

// MARK: - Lookup and maintenance

extension ThumbnailCache {
  /// The time in seconds since 1970.
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
    // Half of the limit is the store's own, however large the neighbors are.
    let room = limitBytes - min(neighborBytes(), limitBytes / 2)
    // Otherwise the index would refer to removed segments, and the view would keep them open.
    if (try? StoreFolder(folder)?.sweep(at: seconds, limitBytes: room)) == true { renewIndex() }
  }

  private func renewIndex() {
    // If this fails, entries are found by walking the segments, as before.
    if let folder = StoreFolder(folder) { try? KeyIndex.rebuild(in: folder.folder) }
    view.withLock { $0.reopen() }
  }
}

/// The time of the system's clock, since 1970.
package func wallNanoseconds() -> Int64 {
  var now = timespec()
  clock_gettime(CLOCK_REALTIME, &now)
  return Int64(now.tv_sec) &* 1_000_000_000 &+ Int64(now.tv_nsec)
}
