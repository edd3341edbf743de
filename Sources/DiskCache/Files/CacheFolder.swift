import CacheFiles
import FoundationEssentials
import Glibc

/// The files of the cache: `v1/<2 digits>/<62 digits>` for each entry, by the hash of its identity.
///
/// Any number of processes may use one folder. A file under its final name is always complete,
/// because it is written under another name and renamed. A process that has opened a file keeps its
/// contents. Nothing is synchronized with the disk: after a power failure, incomplete files fail
/// their checksums, and a cache may forget.
struct CacheFolder: Sendable {
  let path: String

  /// The name of the subfolder, which is the version of the file format.
  static let version = "v1"

  /// Reads an entry and records its use; nil unless there is a complete entry of this identity.
  func read(_ key: CacheKey, _ identity: String, at now: Int) throws(SystemError) -> CachedData? {
    let file = try folder(of: key).open(key.fileName, O_RDONLY)
    guard let entry = try EntryFile(file, identity: identity), let bytes = try entry.body() else {
      return nil
    }
    entry.noteUse(at: now)
    return CachedData(bytes: bytes, metadata: entry.header.metadata)
  }

  /// Writes an entry, replacing any file of its key.
  ///
  /// - Returns: the size of the file in bytes; nil if the entry can't be encoded.
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

  /// Replaces the metadata of an entry, if it exists and has that version.
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

  /// Removes an entry, if it exists.
  func remove(_ key: CacheKey) throws(SystemError) {
    do {
      try folder(of: key).remove(key.fileName)
    } catch let error where error.isAbsence {
    }
  }

  /// The folder of an entry; its path contains no symbolic link below the cache's folder.
  private func folder(of key: CacheKey) throws(SystemError) -> Folder {
    try Folder(path).folder(Self.version).folder(key.folderName)
  }
}
