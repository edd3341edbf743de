import CacheFiles
import Glibc

/// Finds out whether a step that a kill interrupted was performed, and completes or reverts it.
struct StepRecovery {
  private let performer: StepPerformer
  private var system: FileSystem { performer.system }

  init(_ performer: StepPerformer) { self.performer = performer }

  /// Completes or reverts a step.
  ///
  /// - Parameter part: the name of its unfinished copy.
  /// - Returns: the file after the step; nil if it was not performed.
  /// - Throws: also if a folder is missing, because its volume may come back.
  func settle(_ step: ActionStep, part: [UInt8]) throws(ActionProblem) -> FileIdentity? {
    _ = try performer.folder(step.to.folder)
    try removePart(part, of: step)
    let from = try performer.status(step.from)
    let to = try performer.status(step.to)
    switch step.kind {
    case .move: return try settleMove(step, from, to)
    case .copy:
      guard let to, try performer.haveSameContent(step.from, step.to) else { return nil }
      return to.identity
    case .removeCopy: return from == nil ? step.identity : nil
    }
  }

  private func settleMove(
    _ step: ActionStep, _ from: EntryStatus?, _ to: EntryStatus?
  ) throws(ActionProblem) -> FileIdentity? {
    let isThere = from.map { $0.identity.matches(step.identity) } ?? false
    guard let to else {
      _ = try performer.folder(step.from.folder)
      // It has not begun, or not gone beyond its note.
      if step.note?.isAdded == true { try performer.removeNote(of: step) }
      return nil
    }
    if isThere {
      let isTwice = try hasTwoNames(step)
      guard try isTwice ? true : isMovedAcross(step) else {
        if step.note?.isAdded == true { try performer.removeNote(of: step) }
        return nil
      }
      let folder = try performer.folder(step.from.folder)
      try reporting { () throws(SystemError) in try system.remove(step.from.name, in: folder) }
    } else {
      // A file that came across volumes may have lost the fraction of its time.
      guard to.kind != .folder, to.identity.bytes == step.identity.bytes,
        try to.identity.matches(step.identity) ? true : goesAcross(step)
      else { return nil }
    }
    if let note = step.note {
      try note.isAdded ? performer.restoreNote(of: step) : performer.removeNote(of: step)
    }
    return to.identity
  }

  /// Whether the file has its old and its new name, as file systems need that can't refuse to replace.
  private func hasTwoNames(_ step: ActionStep) throws(ActionProblem) -> Bool {
    guard let from = try performer.status(step.from), let to = try performer.status(step.to)
    else { return false }
    return from.device == to.device && from.identity == to.identity
  }

  /// Whether the file was copied to another volume completely, and its original is still there.
  private func isMovedAcross(_ step: ActionStep) throws(ActionProblem) -> Bool {
    guard step.note?.isAdded != true else { return false }
    guard try goesAcross(step) else { return false }
    return try performer.haveSameContent(step.from, step.to)
  }

  private func goesAcross(_ step: ActionStep) throws(ActionProblem) -> Bool {
    let (from, to) = (
      try performer.folder(step.from.folder), try performer.folder(step.to.folder)
    )
    return from.volume != to.volume
  }

  private func removePart(_ part: [UInt8], of step: ActionStep) throws(ActionProblem) {
    let entry = EntryPath(folder: step.to.folder, name: part)
    guard try performer.status(entry)?.kind == .file else { return }
    let folder = try performer.folder(entry.folder)
    try reporting { () throws(SystemError) in try system.remove(part, in: folder) }
  }
}
