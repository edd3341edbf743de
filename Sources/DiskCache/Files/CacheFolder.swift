import CacheFiles
import FoundationEssentials
import Glibc

/// The files of the cache: one for each entry, `v1/<2 digits>/<62 digits>` by the hash of its
/// identity.
///
/// Any number of processes may work on one folder. A file is complete under its name from the first
/// moment on, because it is written under another name and renamed. A process that has it open
/// keeps what it has opened. Nothing is synchronized with the disk: what a power cut leaves half
/// written under the right name fails its checksum, and a cache may forget.
struct CacheFolder: Sendable {
  let path: String

  /// The name of the folder below, which stands for the format of its files.
  static let version = "v1"

  /// Reads an entry, and counts that as a use; nil for whatever is not a whole entry of this identity.
  func read(_ key: CacheKey, _ identity: String, at now: Int) throws(SystemError) -> CachedData? {
    let file = try folder(of: key).open(key.fileName, O_RDONLY)
    guard let entry = try EntryFile(file, identity: identity), let bytes = try entry.body() else {
      return nil
    }
    entry.noteUse(at: now)
    return CachedData(bytes: bytes, metadata: entry.header.metadata)
  }

  /// Whether there is a file of a key.
  func contains(_ key: CacheKey) -> Bool {
    (try? folder(of: key))?.status(of: key.fileName) != nil
  }

  /// Writes an entry in the place of whatever its key has.
  ///
  /// - Returns: the size of the file in bytes, or nil if the entry cannot be written down.
  func write(
    _ data: CachedData, _ key: CacheKey, _ identity: String, at now: Int
  ) throws(SystemError) -> Int? {
    let header = EntryHeader(
      metadata: data.metadata, identity: identity, bodyBytes: data.bytes.count,
      bodyChecksum: Checksum.of(data.bytes.bytes))
    guard let headerBytes = header.encoded() else { return nil }
    try Folder.make(path)
    let target = try Folder(path).makeFolder(Self.version).makeFolder(key.folderName)
    let temporary = try TemporaryFile(in: target)
    do {
      try temporary.file.write(headerBytes.span.bytes, at: 0)
      try temporary.file.write(data.bytes.bytes, at: headerBytes.count)
      temporary.file.setLastUse(now)
      try target.rename(temporary.name, to: key.fileName)
    } catch {
      try? target.remove(temporary.name)
      throw error
    }
    return headerBytes.count + data.bytes.count
  }

  /// Gives an entry newer metadata, if the entry is there, and of that version.
  func refresh(
    _ newer: [CacheMetadata], _ key: CacheKey, _ identity: String, at now: Int
  ) throws(SystemError) {
    do {
      let file = try folder(of: key).open(key.fileName, O_RDWR)
      guard let entry = try EntryFile(file, identity: identity) else { return }
      let metadata = entry.header.metadata.updated(by: newer)
      if try entry.replaceHeader(with: metadata) {
        entry.file.setLastUse(now)
      } else if let bytes = try entry.body() {
        _ = try write(CachedData(bytes: bytes, metadata: metadata), key, identity, at: now)
      }
    } catch let error where error.isAbsence {
    }
  }

  /// Removes an entry, if it is there.
  func remove(_ key: CacheKey) throws(SystemError) {
    do {
      try folder(of: key).remove(key.fileName)
    } catch let error where error.isAbsence {
    }
  }

  /// The folder of an entry; the way to it leads through no symbolic link below the cache's own folder.
  private func folder(of key: CacheKey) throws(SystemError) -> Folder {
    try Folder(path).folder(Self.version).folder(key.folderName)
  }
}
