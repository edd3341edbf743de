import CacheFiles
import Glibc

/// The journal of a session and the actions in it.
final class ActionState {
  let system: FileSystem
  let now: @Sendable () -> Int
  private(set) var history: ActionHistory
  private let folders: ActionFolders
  private let journalFolder: JournalFolder
  private var journal: JournalFile

  init(
    _ folders: ActionFolders, _ system: FileSystem, now: @escaping @Sendable () -> Int
  ) throws(ActionProblem) {
    self.system = system
    self.now = now
    self.folders = folders
    do {
      journalFolder = try JournalFolder(folders.journals, system: system)
      (journal, history) = try journalFolder.open()
    } catch {
      throw .journal(error)
    }
  }

  func trashes() -> TrashFolders { TrashFolders(home: folders.homeTrash, system: system) }

  /// The local time as a trash notes it.
  func localTime() -> String {
    var (seconds, time) = (time_t(now()), tm())
    localtime_r(&seconds, &time)
    var text = [CChar](repeating: 0, count: 32)
    let count = strftime(&text, text.count, "%Y-%m-%dT%H:%M:%S", &time)
    return String(decoding: text[..<count].map(UInt8.init(bitPattern:)), as: UTF8.self)
  }
}

// MARK: - Records

extension ActionState {
  /// Records a change before it begins.
  func record(
    _ records: [JournalRecord], synchronized: Bool = false
  ) throws(ActionProblem) {
    do { try journal.append(records, synchronized: synchronized) } catch { throw .journal(error) }
    for record in records { history.apply(record) }
  }

  /// Records results; if that fails, the next session finds them on the disk.
  func recordResults(_ records: [JournalRecord], synchronized: Bool = false) {
    for record in records { history.apply(record) }
    try? journal.append(records, synchronized: synchronized)
  }

  /// Forgets what is undone, and makes the journal small again if it has grown.
  func compactIfLong() {
    history.prune()
    // A long journal is as good as a short one, and the next session tries again.
    guard journal.isLong else { return }
    journal = (try? journalFolder.compact(journal, history)) ?? journal
  }
}

// MARK: - Undo

extension ActionState {
  func planUndo() -> UndoPlan? {
    guard let batch = history.last else { return nil }
    let performer = StepPerformer(system)
    var (steps, refused, refusals): ([Int], [Int], [ActionFailure]) = ([], [], [])
    for (number, entry) in batch.entries.enumerated().reversed() where entry.state.isPresent {
      do throws(ActionProblem) {
        guard entry.state == .done else { throw .folderMissing }
        try check(entry, performer)
        steps.append(number)
      } catch {
        refused.append(number)
        refusals.append(ActionFailure(path: entry.step.to.path, problem: error))
      }
    }
    let entries = steps.map { batch.entries[$0] }
    return UndoPlan(
      kind: batch.kind, date: batch.date, batch: batch.id, steps: steps, refused: refused,
      refusals: refusals, pictures: entries.count { !$0.step.isSidecar },
      bytes: entries.reduce(0) { $0 + $1.landed.bytes })
  }

  /// Checks that a step can be undone.
  private func check(
    _ entry: ActionBatch.Entry, _ performer: StepPerformer
  ) throws(ActionProblem) {
    let step = entry.step.reversed(from: entry.landed)
    try performer.requirePresence(of: step)
    if step.kind == .removeCopy {
      guard let original = try performer.status(step.to),
        original.identity.matches(entry.step.identity)
      else { throw .originalMissing }
    } else {
      _ = try performer.folder(step.to.folder)
      guard try performer.status(step.to) == nil else { throw .taken }
    }
  }
}
