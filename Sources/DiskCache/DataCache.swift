import CacheFiles
import Dispatch
import Glibc
import Synchronization

/// Keeps the bytes of responses on disk, from one run of a program to the next.
///
/// Readers find stored data immediately; the cache's own queue writes it to disk a moment later.
/// Unwritten data is lost when the process ends; written data is always complete. Processes may
/// share a folder. Beyond its limit, the cache removes the least recently used entries, down to
/// four fifths.
///
/// A cache may forget: a full disk, a damaged file or a slow disk cause missing entries, but never
/// errors. You may use it from any thread; blocking calls are documented as such.
public final class DataCache: Sendable {
  /// The default limit of all files together: 512 MB.
  ///
  /// That is a few thousand photographs, and little compared to a browser's cache.
  public static let defaultLimitBytes = 512_000_000

  /// The most bytes that wait to be written: 40 MiB; beyond that nothing is stored.
  ///
  /// It keeps a disk that is slower than the network from filling the memory. A pipeline delays prefetching to the disk
  /// before that.
  private static let stagingLimitBytes = 40 << 20

  /// The path of the folder.
  public let folder: String

  /// The limit of all files together, in bytes.
  public let limitBytes: Int

  private struct State {
    var staging: StagingArea
    var isWriterAwake = false
    var problem: String?
  }

  private let files: CacheFolder
  private let state: Mutex<State>
  /// Used on the queue only.
  private let writer: Mutex<CacheWriter>
  private let queue: DispatchQueue
  private let clock: @Sendable () -> Int

  /// Creates a cache in a folder, which is made by the first store; nothing is read or written yet.
  ///
  /// - Parameters:
  ///   - folder: the path of the folder.
  ///   - limitBytes: 512 MB by default. Entries over a tenth of it are not stored; 0 stores nothing.
  public convenience init(folder: String, limitBytes: Int = defaultLimitBytes) {
    self.init(folder: folder, limitBytes: limitBytes, neighborBytes: { 0 })
  }

  /// - Parameter neighborBytes: the size of other data under the same limit, up to half of it; called at each sweep, on
  ///   the writing queue.
  package convenience init(
    folder: String, limitBytes: Int, neighborBytes: @escaping @Sendable () -> Int
  ) {
    self.init(
      folder: folder, limitBytes: limitBytes, neighborBytes: neighborBytes, clock: { time(nil) })
  }

  /// - Parameters:
  ///   - stagingLimitBytes: the most bytes that wait to be written.
  ///   - queue: the serial queue that writes them.
  ///   - clock: seconds since 1970.
  package init(
    folder: String, limitBytes: Int, stagingLimitBytes: Int = DataCache.stagingLimitBytes,
    neighborBytes: @escaping @Sendable () -> Int = { 0 },
    queue: DispatchQueue = DispatchQueue(label: "disk cache", qos: .utility),
    clock: @escaping @Sendable () -> Int
  ) {
    self.folder = folder
    self.limitBytes = max(0, limitBytes)
    self.queue = queue
    self.clock = clock
    files = CacheFolder(path: folder)
    state = Mutex(State(staging: StagingArea(limitBytes: stagingLimitBytes)))
    writer = Mutex(
      CacheWriter(folder: files, limitBytes: self.limitBytes, neighborBytes: neighborBytes))
  }

  /// The reason why the cache has stopped writing, as a sentence; nil while it works.
  ///
  /// It retries a full disk after a minute, but never a disk without write permission.
  public var problem: String? { state.withLock { $0.problem } }

  /// The same without waiting; nil also while another thread holds the lock.
  ///
  /// The system may have stopped that thread.
  package var problemIfFree: String? { state.withLockIfAvailable { $0.problem } ?? nil }

  /// Returns the entry of an identity, and records its use; nil if there is no complete entry.
  ///
  /// It blocks for a disk read, unless the entry is not written yet.
  public func entry(for identity: String) -> CachedData? {
    guard let key = CacheKey(identity) else { return nil }
    switch state.withLock({ $0.staging.view(of: key) }) {
    case .entry(let data): return data
    case .nothing: return nil
    case .disk(let newer):
      guard var data = try? files.read(key, identity, at: clock()) else { return nil }
      data.metadata = data.metadata.updated(by: newer)
      return data
    }
  }

  /// Stores an entry, replacing any earlier one of the identity; an empty identity stores nothing.
  ///
  /// Readers see it immediately. If it can't be kept, because it is too large or too much waits to
  /// be written, the identity has no entry.
  public func store(_ data: CachedData, for identity: String) {
    let isKept = limitBytes > 0 && data.bytes.count <= limitBytes / 10
    stage(identity) { isKept ? $0.store(data, $1, identity) : $0.remove($1, identity) }
  }

  /// Replaces the metadata of an entry, after a 304.
  ///
  /// Nothing happens if there is no entry, or if its bytes are of another version by now.
  public func refresh(_ metadata: CacheMetadata, for identity: String) {
    stage(identity) { $0.refresh(metadata, $1, identity) }
  }

  /// Removes an entry, if any.
  public func remove(for identity: String) {
    stage(identity) { $0.remove($1, identity) }
  }

  /// Removes all entries, including those of other processes; readers no longer see them.
  public func removeAll() {
    change { $0.removeAll() }
  }

  /// Blocks until all earlier changes are on disk, or until a timeout.
  public func flush(within limit: Duration = .seconds(5)) {
    let done = DispatchSemaphore(value: 0)
    queue.async { done.signal() }
    _ = done.wait(timeout: .now() + limit / .seconds(1))
  }

  /// Returns the size and the number of all entries on disk; it blocks.
  ///
  /// - Complexity: O(n): a system call for each.
  package func usage() -> (bytes: Int, count: Int) {
    let entries = files.entries()
    return (entries.reduce(0) { $0 + $1.bytes }, entries.count)
  }

  /// Removes entries without room beside a neighbor that has grown, and returns the remaining bytes; it blocks.
  package func makeRoom(beside neighborBytes: Int) -> Int {
    let room = CacheFolder.room(in: limitBytes, beside: neighborBytes)
    return (try? files.sweep(at: clock(), limitBytes: room)) ?? usage().bytes
  }
}

// MARK: - Write-behind

extension DataCache {
  private func stage(_ identity: String, _ body: (inout StagingArea, CacheKey) -> Void) {
    guard let key = CacheKey(identity) else { return }
    change { body(&$0, key) }
  }

  /// Changes the staging area, and schedules writing.
  private func change(_ body: (inout StagingArea) -> Void) {
    let wasAwake = state.withLock { state in
      body(&state.staging)
      defer { state.isWriterAwake = true }
      return state.isWriterAwake
    }
    if !wasAwake { queue.async { self.writeStaged() } }
  }

  /// Writes until nothing is staged, on the queue.
  private func writeStaged() {
    while let work = takeWork() {
      let (isDone, problem) = writer.withLock { ($0.perform(work, at: clock()), $0.problem) }
      state.withLock { state in
        state.staging.settle(work, isDone: isDone)
        state.problem = problem
      }
    }
  }

  private func takeWork() -> StagingArea.Work? {
    state.withLock { state in
      let work = state.staging.takeWork()
      state.isWriterAwake = work != nil
      return work
    }
  }
}

extension DataCache {
  /// The folder for a program's cached data.
  ///
  /// It is in `BaseFolder.cache`; nil without a home folder.
  ///
  /// - Parameters:
  ///   - program: the name of the folder.
  ///   - program: the name of the folder.
  ///   - environment: the variables of the process.
  package static func defaultFolder(
    of program: String, environment: [String: String]
  ) -> String? {
    BaseFolder.cache.path(of: program, environment: environment)
  }
}
