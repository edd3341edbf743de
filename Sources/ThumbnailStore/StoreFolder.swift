import CacheFiles
import Glibc

/// The folder of a store's files; other files in it are ignored.
struct StoreFolder: ~Copyable {
  /// The name of the subfolder, which is the version of the file format.
  static let version = "thumbnails-1"

  /// A segment, as listed by a sweep.
  struct SegmentFile: Hashable {
    let id: SegmentID
    let bytes: Int
    /// The time of the last use in seconds since 1970.
    let lastUse: Int
  }

  let folder: Folder

  /// The age in seconds at which an unfinished index counts as abandoned.
  private static let abandonedSeconds = 3_600

  /// Opens the folder in a cache's folder; nil if it does not exist.
  init?(_ path: String) {
    guard let folder = try? Folder(path).folder(Self.version) else { return nil }
    self.folder = folder
  }

  private init(_ folder: consuming Folder) { self.folder = folder }

  /// Opens the folder, making it if missing.
  static func make(_ path: String) throws(SystemError) -> StoreFolder {
    try Folder.make(path)
    return StoreFolder(try Folder(path).makeFolder(version))
  }

  /// The existing segments, in any order.
  func segments() -> [SegmentFile] {
    ((try? folder.names()) ?? []).compactMap { name in
      guard let id = SegmentID(fileName: name), let status = folder.status(of: name),
        status.isRegular
      else { return nil }
      return SegmentFile(id: id, bytes: status.bytes, lastUse: status.lastUse)
    }
  }

  /// The bytes of all files.
  func bytes() -> Int {
    let index = folder.status(of: KeyIndex.fileName)?.bytes ?? 0
    return segments().reduce(index) { $0 + $1.bytes }
  }

  /// Removes segments that are old or too many, and unfinished files of killed processes.
  ///
  /// - Returns: whether it has removed a segment.
  func sweep(at now: Int, limitBytes: Int) throws(SystemError) -> Bool {
    for name in try folder.names() where TemporaryFile.isName(name) {
      if let status = folder.status(of: name), status.lastUse <= now - Self.abandonedSeconds {
        try folder.remove(name)
      }
    }
    let victims = SegmentSweep(segments(), limitBytes: limitBytes, at: now).victims
    for id in victims { try folder.remove(id.fileName) }
    return !victims.isEmpty
  }

  /// Removes every file of the store.
  ///
  /// - Throws: the reason why the first file remains; others are removed.
  func removeAll() throws(SystemError) {
    var failure: SystemError?
    for name in try folder.names()
    where SegmentID(fileName: name) != nil || TemporaryFile.isName(name)
      || name == KeyIndex.fileName
    {
      do throws(SystemError) { try folder.remove(name) } catch { failure = failure ?? error }
    }
    if let failure { throw failure }
  }
}

/// Chooses the segments to remove.
struct SegmentSweep {
  /// The least recently used segments, oldest first.
  let victims: [SegmentID]

  /// How long an unused segment is kept: half a year, in seconds.
  static let longestRest = 15_552_000

  /// Chooses segments unused for half a year; over the limit, enough to leave nine tenths of it.
  init(_ segments: [StoreFolder.SegmentFile], limitBytes: Int, at now: Int) {
    // A use in the future means that the clock was set back, and must not protect a segment
    // forever.
    let oldest = segments.sorted {
      (min($0.lastUse, now), $0.id) < (min($1.lastUse, now), $1.id)
    }
    var remaining = segments.reduce(0) { $0 + $1.bytes }
    let goal = remaining > limitBytes ? limitBytes / 10 * 9 : limitBytes
    var victims: [SegmentID] = []
    for segment in oldest
    where remaining > goal || segment.lastUse < now - Self.longestRest {
      victims.append(segment.id)
      remaining -= segment.bytes
    }
    self.victims = victims
  }
}
