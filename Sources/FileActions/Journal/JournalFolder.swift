import CacheFiles
import Glibc

/// The folder of journals, one for each running session.
///
/// A session appends to a journal of its own. One that starts takes over those that no process has
/// any more, so that it can complete and undo their actions.
struct JournalFolder {
  private static let prefix = Array("journal-".utf8)

  private let folder: OpenFolder
  private let system: FileSystem

  init(_ path: [UInt8], system: FileSystem) throws(SystemError) {
    try system.makeFolders(path)
    folder = try system.folder(path)
    self.system = system
  }

  /// Opens a journal for this session, with the actions of sessions that have ended.
  func open() throws(SystemError) -> (journal: JournalFile, history: ActionHistory) {
    let lock = try locked()
    defer { withExtendedLifetime(lock) {} }
    let names = try system.names(in: folder).filter(Self.isJournal).sorted {
      $0.lexicographicallyPrecedes($1)
    }
    var history = ActionHistory()
    var left: [[UInt8]] = []
    for name in names {
      guard let contents = try JournalFile.read(name, in: folder, system: system) else { continue }
      history.merge(contents.history)
      left.append(name)
    }
    history.prune()
    if left.count == 1, let journal = try continued(left[0], history) { return (journal, history) }
    let journal = try JournalFile(
      writing: history.records, named: left.first ?? Self.newName(beside: names), in: folder,
      system: system)
    for name in left.dropFirst() { try system.remove(name, in: folder) }
    return (journal, history)
  }

  /// Opens a journal to append to it; nil if most of it is about forgotten actions.
  private func continued(
    _ name: [UInt8], _ history: ActionHistory
  ) throws(SystemError) -> JournalFile? {
    guard let contents = try JournalFile.read(name, in: folder, system: system) else { return nil }
    let compactLength = JournalFormat.encoded(history.records).count
    guard !JournalFile.isLong(contents.length, compact: compactLength) else { return nil }
    let length = contents.length
    return try JournalFile(
      taking: contents.file, named: name, in: folder, length: length, system: system)
  }

  /// Replaces a journal by one with the present actions only.
  func compact(
    _ journal: JournalFile, _ history: ActionHistory
  ) throws(SystemError) -> JournalFile {
    let lock = try locked()
    defer { withExtendedLifetime(lock) {} }
    return try JournalFile(
      writing: history.records, named: journal.name, in: folder, system: system)
  }

  /// Waits until no other session opens or replaces journals; locked until closed.
  private func locked() throws(SystemError) -> Lock {
    let name = Array("lock".utf8)
    if try system.status(name, in: folder) == nil {
      do throws(SystemError) { _ = try system.create(name, in: folder) } catch {
        guard error.number == EEXIST else { throw error }
      }
    }
    let file = try system.open(name, in: folder, O_RDWR)
    try system.lock(file, waits: true)
    return Lock(file: file)
  }

  private final class Lock {
    private let file: OpenFile
    init(file: consuming OpenFile) { self.file = file }
  }

  private static func isJournal(_ name: [UInt8]) -> Bool {
    let digits = name.dropFirst(prefix.count)
    return name.starts(with: prefix) && (1...9).contains(digits.count)
      && digits.allSatisfy { (48...57).contains($0) }
  }

  private static func newName(beside names: [[UInt8]]) -> [UInt8] {
    let known = Set(names)
    let names = (1...).lazy.map { prefix + Array(String($0).utf8) }
    return names.first { !known.contains($0) } ?? prefix
  }
}
