import CacheFiles
import Glibc

/// A session's journal: an open file that only this process appends to.
final class JournalFile {
  /// The most bytes of a journal that is read.
  private static let longest = 256 << 20

  let name: [UInt8]
  private let system: FileSystem
  private let folder: OpenFolder
  private let file: OpenFile
  private var length: Int
  /// The length after the last compaction.
  private let compactLength: Int
  /// Whether a failed write left something that can't be removed.
  private var isBroken = false

  /// Takes over a journal that is locked by this process.
  ///
  /// - Parameter length: the bytes of its valid records; a torn tail is cut off.
  convenience init(
    taking file: consuming OpenFile, named name: [UInt8], in folder: OpenFolder, length: Int,
    system: FileSystem
  ) throws(SystemError) {
    try system.truncate(file, to: length)
    self.init(file: file, name: name, folder: folder, length: length, system: system)
  }

  /// Writes a new journal, which replaces one of the same name completely or not at all.
  convenience init(
    writing records: [JournalRecord], named name: [UInt8], in folder: OpenFolder,
    system: FileSystem
  ) throws(SystemError) {
    let bytes = JournalFormat.heading + JournalFormat.encoded(records)
    let new = name + Array(".new".utf8)
    // One that a kill has left; the folder is locked.
    if try system.status(new, in: folder) != nil { try system.remove(new, in: folder) }
    let file = try system.create(new, in: folder, O_RDWR)
    try system.lock(file, waits: false)
    try system.write(bytes, to: file)
    try system.synchronize(file)
    try system.replace(name, by: new, in: folder)
    try system.synchronize(folder)
    self.init(file: file, name: name, folder: folder, length: bytes.count, system: system)
  }

  private init(
    file: consuming OpenFile, name: [UInt8], folder: OpenFolder, length: Int, system: FileSystem
  ) {
    self.name = name
    self.system = system
    self.folder = folder
    self.file = file
    self.length = length
    compactLength = length
  }

  deinit {
    // A child process that was just forked would keep the lock until it runs its program.
    _ = flock(file.descriptor, LOCK_UN)
  }

  /// Whether most of it is about actions that are undone or forgotten.
  var isLong: Bool { Self.isLong(length, compact: compactLength) }

  static func isLong(_ length: Int, compact: Int) -> Bool { length > 2 * compact + (1 << 20) }

  /// Appends records completely or not at all.
  ///
  /// - Parameter synchronized: whether to wait until they are on the disk.
  func append(
    _ records: [JournalRecord], synchronized: Bool
  ) throws(SystemError) {
    guard !isBroken else { throw SystemError(number: EIO) }
    let bytes = JournalFormat.encoded(records)
    do throws(SystemError) {
      try system.write(bytes, to: file, at: length)
      if synchronized { try system.synchronize(file) }
    } catch {
      // A later record behind a torn one would not be found.
      do throws(SystemError) { try system.truncate(file, to: length) } catch { isBroken = true }
      throw error
    }
    length += bytes.count
  }

  /// Reads a journal, if it is one and no other process has it.
  static func read(
    _ name: [UInt8], in folder: OpenFolder, system: FileSystem
  ) throws(SystemError) -> Contents? {
    let file = try system.open(name, in: folder, O_RDWR)
    do throws(SystemError) { try system.lock(file, waits: false) } catch {
      if error.number == EWOULDBLOCK { return nil }
      throw error
    }
    guard let bytes = try system.content(of: file, limit: longest),
      let decoded = JournalFormat.decoded(bytes)
    else { return nil }
    return Contents(
      name: name, file: file, history: ActionHistory(decoded.records), length: decoded.length)
  }

  /// A journal that another session has left, locked by this process.
  struct Contents: ~Copyable {
    let name: [UInt8]
    let file: OpenFile
    let history: ActionHistory
    let length: Int
  }
}
