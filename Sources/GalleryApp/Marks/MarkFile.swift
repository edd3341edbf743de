import CacheFiles
import DiskCache
import Glibc

/// The file that keeps the marks of one source until the session is left.
///
/// Other users can't read it, and it has digests instead of names. A lock tells other sessions that it is in use. It is
/// made for the first mark.
struct MarkFile: ~Copyable {
  private let folder: String
  private let name: String
  private var file: OpenFile?
  private var size = 0

  /// The most files in the folder; the oldest ones are removed.
  private static let mostFiles = 64

  /// - Parameters:
  ///   - folder: made with the file.
  ///   - source: what tells the source from others.
  init(in folder: String, of source: CacheKey) {
    self.folder = folder
    name = source.text
  }

  /// Reads the marks of an earlier session, and takes the file over.
  ///
  /// - Throws: `EWOULDBLOCK` if another session has it.
  mutating func read() throws(SystemError) -> Set<UInt64> {
    let folder: Folder
    do { folder = try Folder(self.folder) } catch {
      if error.isAbsence { return [] }
      throw error
    }
    do { try open(in: folder, creating: false) } catch {
      if error.isAbsence { return [] }
      throw error
    }
    return MarkJournal.marks(in: try text())
  }

  /// Appends a line; a file that is too long is written again without its history.
  ///
  /// - Returns: false if there are more marks than are kept.
  mutating func append(_ change: MarkJournal.Change) throws(SystemError) -> Bool {
    if file == nil { try make() }
    try write(change.line)
    guard size > MarkJournal.mostBytes else { return true }
    let marks = MarkJournal.marks(in: try text())
    guard marks.count <= MarkJournal.mostMarks else { return false }
    try replace(by: MarkJournal.Change(added: Array(marks)))
    return true
  }

  deinit {
    // A child process that was just forked would keep the lock until it runs its program.
    if let descriptor = file?.descriptor { _ = flock(descriptor, LOCK_UN) }
  }

  /// Removes the file, if it is this session's.
  mutating func remove() {
    guard file != nil, let folder = try? Folder(self.folder) else { return }
    try? folder.remove(name)
    file = nil
    size = 0
  }

  private mutating func make() throws(SystemError) {
    try Folder.make(self.folder)
    let folder = try Folder(self.folder)
    try Self.removeOldest(in: folder)
    try open(in: folder, creating: true)
  }

  private mutating func open(in folder: borrowing Folder, creating: Bool) throws(SystemError) {
    let new = try folder.open(name, O_RDWR | (creating ? O_CREAT : 0))
    try Self.lock(new.descriptor)
    // A session makes the file where it has found none.
    if creating, ftruncate(new.descriptor, 0) != 0 { throw .latest }
    size = try new.status().bytes
    file = consume new
  }

  /// Locks a file.
  ///
  /// A child process that another thread has just forked may keep a former lock until it runs its program. So a locked
  /// file is tried again for half a second.
  private static func lock(_ descriptor: Int32) throws(SystemError) {
    for attempt in 1...50 {
      if flock(descriptor, LOCK_EX | LOCK_NB) == 0 { return }
      guard errno == EWOULDBLOCK, attempt < 50 else { throw .latest }
      usleep(10_000)
    }
  }

  private mutating func write(_ bytes: [UInt8]) throws(SystemError) {
    try file?.write(bytes.span.bytes, at: size)
    size += bytes.count
  }

  private mutating func text() throws(SystemError) -> [UInt8] {
    // A file that was made larger by others is not read.
    let count = min(size, 2 * MarkJournal.mostBytes)
    var bytes = [UInt8](repeating: 0, count: count)
    var span = bytes.mutableSpan
    var raw = span.mutableBytes
    let read = try file?.read(into: &raw, at: 0) ?? 0
    return Array(bytes[..<read])
  }

  /// Writes a new file, and renames it, so that the old one counts until then.
  private mutating func replace(by change: MarkJournal.Change) throws(SystemError) {
    let folder = try Folder(self.folder)
    let new = "\(name).new"
    try folder.remove(new)
    let other = try folder.open(new, O_RDWR | O_CREAT | O_EXCL)
    guard flock(other.descriptor, LOCK_EX | LOCK_NB) == 0 else { throw .latest }
    let line = change.added.isEmpty ? [] : change.line
    try other.write(line.span.bytes, at: 0)
    try folder.rename(new, to: name)
    file = consume other
    size = line.count
  }

  private static func removeOldest(in folder: borrowing Folder) throws(SystemError) {
    let names = try folder.names().filter { !$0.hasPrefix(".") }
    guard names.count >= mostFiles else { return }
    var files: [(name: String, time: Int)] = []
    for name in names { files.append((name, folder.status(of: name)?.lastUse ?? 0)) }
    files.sort { $0.time < $1.time }
    for file in files.prefix(names.count - mostFiles + 1) { try? folder.remove(file.name) }
  }
}
