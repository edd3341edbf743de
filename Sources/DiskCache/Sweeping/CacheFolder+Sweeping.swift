import CacheFiles
import Glibc

/// Listing all files, and removing some.
extension CacheFolder {
  /// The age in seconds at which an unfinished write counts as abandoned.
  private static let abandonedSeconds = 3_600

  /// The file whose modification time is that of the last sweep.
  private static let sweepRecord = "swept"

  /// All entries on the disk, including those of other processes; empty if there is no folder.
  ///
  /// - Complexity: O(n): a system call for each.
  func entries() -> [CacheFile] {
    var files: [CacheFile] = []
    forEachFile { _, _, key, status in
      guard let key else { return }
      files.append(CacheFile(key: key, bytes: status.bytes, lastUse: status.lastUse))
    }
    return files
  }

  /// Removes entries over the limit, and unfinished files of killed processes.
  ///
  /// - Returns: the remaining bytes.
  func sweep(at now: Int, limitBytes: Int) throws(SystemError) -> Int {
    var files: [CacheFile] = []
    try forEachFile { (folder, name, key, status) throws(SystemError) in
      if let key {
        files.append(CacheFile(key: key, bytes: status.bytes, lastUse: status.lastUse))
      } else if status.lastUse <= now - Self.abandonedSeconds {
        try folder.remove(name)
      }
    }
    let plan = SweepPlan(files, limitBytes: limitBytes, at: now)
    for file in plan.victims { try remove(file.key) }
    try recordSweep(at: now)
    return plan.remainingBytes
  }

  /// The part of a limit that neighbors leave; half of it is always the cache's own.
  static func room(in limitBytes: Int, beside neighborBytes: Int) -> Int {
    limitBytes - min(neighborBytes, limitBytes / 2)
  }

  /// Removes all entries and all unfinished files.
  func removeAll() throws(SystemError) {
    try forEachFile { (folder, name, _, _) throws(SystemError) in try folder.remove(name) }
  }

  /// The time of the last sweep by any process, in seconds since 1970.
  func lastSweep() -> Int? {
    (try? Folder(path).folder(Self.version))?.status(of: Self.sweepRecord)?.lastUse
  }

  private func recordSweep(at now: Int) throws(SystemError) {
    try Folder(path).folder(Self.version).open(Self.sweepRecord, O_WRONLY | O_CREAT)
      .setLastUse(now)
  }

  /// Calls `body` with each file of the cache, by name and folder.
  ///
  /// Entries have a key, and unfinished files have none. Files with other names are not the
  /// cache's. A folder that can't be opened is skipped, because no entry is read from there either.
  private func forEachFile<Failure: Error>(
    _ body: (borrowing Folder, String, CacheKey?, FileStatus) throws(Failure) -> Void
  ) throws(Failure) {
    guard let version = try? Folder(path).folder(Self.version), let names = try? version.names()
    else { return }
    for folderName in names where CacheKey.isFolderName(folderName) {
      guard let folder = try? version.folder(folderName), let names = try? folder.names() else {
        continue
      }
      for name in names {
        let key = CacheKey(folderName: folderName, fileName: name)
        guard key != nil || TemporaryFile.isName(name),
          let status = folder.status(of: name), status.isRegular
        else { continue }
        try body(folder, name, key, status)
      }
    }
  }
}

/// Chooses the files to remove, so that the others fit.
struct SweepPlan {
  /// The least recently used files, oldest first.
  let victims: ArraySlice<CacheFile>
  let remainingBytes: Int

  /// Chooses no files while they are within the limit; otherwise enough to leave four fifths of it.
  ///
  /// So not every store needs a sweep.
  ///
  /// - Complexity: O(n log n).
  init(_ files: [CacheFile], limitBytes: Int, at now: Int) {
    // A use in the future means that the clock was set back, and must not protect a file forever.
    let oldest = files.sorted { min($0.lastUse, now) < min($1.lastUse, now) }
    var remaining = files.reduce(0) { $0 + $1.bytes }
    var count = 0
    if remaining > limitBytes {
      while count < oldest.count, remaining > limitBytes / 5 * 4 {
        remaining -= oldest[count].bytes
        count += 1
      }
    }
    victims = oldest[..<count]
    remainingBytes = remaining
  }
}

/// A file of the cache, as listed by a sweep.
struct CacheFile: Hashable {
  let key: CacheKey
  /// The allocated size on the disk, in whole blocks.
  let bytes: Int
  /// The time of the last use in seconds since 1970.
  let lastUse: Int

  init(key: CacheKey, bytes: Int, lastUse: Int) {
    self.key = key
    // Limited, because a file that claims an impossible size would overflow the sum.
    let counted = min(max(bytes, 0), 1 << 40)
    self.bytes = (counted + Self.blockBytes - 1) / Self.blockBytes * Self.blockBytes
    self.lastUse = lastUse
  }

  private static let blockBytes = 4_096
}
