import CacheFiles
import Glibc

/// Looking through all files, and removing some.
extension CacheFolder {
  /// The age at which an unfinished write counts as abandoned.
  private static let abandonedSeconds = 3_600

  /// The file whose time of modification is that of the last sweep.
  private static let sweepRecord = "swept"

  /// The entries on the disk, also those of other processes; empty if there is no folder.
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

  /// Removes entries over the limit, and files that killed processes have left half written.
  ///
  /// - Returns: the bytes that remain.
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

  /// What is left of a limit beside neighbors; half of it is the cache's own, however much they have.
  static func room(in limitBytes: Int, beside neighborBytes: Int) -> Int {
    limitBytes - min(neighborBytes, limitBytes / 2)
  }

  /// Removes every entry, and everything that is half written.
  func removeAll() throws(SystemError) {
    try forEachFile { (folder, name, _, _) throws(SystemError) in try folder.remove(name) }
  }

  /// When any process last swept, in seconds since 1970.
  func lastSweep() -> Int? {
    (try? Folder(path).folder(Self.version))?.status(of: Self.sweepRecord)?.lastUse
  }

  private func recordSweep(at now: Int) throws(SystemError) {
    try Folder(path).folder(Self.version).open(Self.sweepRecord, O_WRONLY | O_CREAT)
      .setLastUse(now)
  }

  /// Calls `body` with each file of the cache, by its name and the folder it is in.
  ///
  /// An entry comes with its key, and a file that is being written comes without one. A file whose
  /// name the cache does not give belongs to others. A folder that cannot be opened is passed over:
  /// no entry is read from there either.
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

/// Chooses the files that must go, so that the others fit.
struct SweepPlan {
  /// The least recently used, oldest first.
  let victims: ArraySlice<CacheFile>
  let remainingBytes: Int

  /// Chooses none while the files are within the limit; otherwise enough to leave four fifths of
  /// it.
  ///
  /// So not every store needs a sweep.
  ///
  /// - Complexity: O(n log n).
  init(_ files: [CacheFile], limitBytes: Int, at now: Int) {
    // A use in the future is a clock that was set back, not a file to keep forever.
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

/// A file of the cache as a sweep sees it.
struct CacheFile: Hashable {
  let key: CacheKey
  /// What it takes on the disk, which gives room away by the block.
  let bytes: Int
  /// In seconds since 1970.
  let lastUse: Int

  init(key: CacheKey, bytes: Int, lastUse: Int) {
    self.key = key
    // Cut off where a file that claims more than any disk has would overflow the sum.
    let counted = min(max(bytes, 0), 1 << 40)
    self.bytes = (counted + Self.blockBytes - 1) / Self.blockBytes * Self.blockBytes
    self.lastUse = lastUse
  }

  private static let blockBytes = 4_096
}
