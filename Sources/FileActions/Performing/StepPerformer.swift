import CacheFiles
import Glibc

/// Performs single steps on the disk, each completely or not at all unless the process is killed.
///
/// It opens each folder once, so that all steps of an action use the same folders.
final class StepPerformer {
  /// The most folders that stay open.
  private static let mostFolders = 64
  /// More notes than this are written to the disk together with all else on their volume.
  private static let mostSingleNotes = 16

  let system: FileSystem
  /// Is called with the bytes copied of the present file; returns whether to go on.
  private let goesOn: (Int64) -> Bool
  private var folders: [[UInt8]: OpenFolder] = [:]
  /// The folders whose names have changed since the last synchronization.
  private var changed: [[UInt8]: OpenFolder] = [:]
  /// The notes written since then.
  private var notes: [(name: [UInt8], folder: OpenFolder)] = []

  init(_ system: FileSystem, goesOn: @escaping (Int64) -> Bool = { _ in true }) {
    self.system = system
    self.goesOn = goesOn
  }

  func folder(_ path: [UInt8]) throws(ActionProblem) -> OpenFolder {
    if let folder = folders[path] { return folder }
    do {
      let folder = try system.folder(path)
      if folders.count >= Self.mostFolders { folders = [:] }
      folders[path] = folder
      return folder
    } catch {
      throw error.isAbsence ? .folderMissing : .system(error)
    }
  }

  /// The status of an entry; nil if it or its folder is missing.
  func status(_ entry: EntryPath) throws(ActionProblem) -> EntryStatus? {
    do throws(ActionProblem) {
      let folder = try folder(entry.folder)
      return try reporting { () throws(SystemError) in try system.status(entry.name, in: folder) }
    } catch {
      if error == .folderMissing { return nil }
      throw error
    }
  }

  /// Performs a step.
  ///
  /// - Parameter part: the name of an unfinished copy, which no other file has.
  /// - Returns: the file after the step.
  func perform(_ step: ActionStep, part: [UInt8]) throws(ActionProblem) -> FileIdentity {
    try requirePresence(of: step)
    switch step.kind {
    case .move: return try move(step, part)
    case .copy: return try copy(step, part)
    case .removeCopy:
      try removeCopy(step)
      return step.identity
    }
  }

  /// Checks that the file of a step is there and has not changed.
  func requirePresence(of step: ActionStep) throws(ActionProblem) {
    _ = try folder(step.from.folder)
    guard let status = try status(step.from) else { throw .missing }
    guard status.kind == .file || status.kind == .link && step.kind == .move,
      status.identity.matches(step.identity)
    else { throw .changed }
  }

  private func move(_ step: ActionStep, _ part: [UInt8]) throws(ActionProblem) -> FileIdentity {
    let (from, to) = (try folder(step.from.folder), try folder(step.to.folder))
    if step.note?.isAdded == true { try addNote(of: step) }
    do throws(SystemError) {
      try system.move(step.from.name, in: from, to: step.to.name, in: to)
    } catch {
      guard error.number == EXDEV, step.note?.isAdded != true else {
        if step.note?.isAdded == true { try? removeNote(of: step) }
        // An absent name was there a moment ago; a volume's trash is on the same one.
        throw error.number == EXDEV ? .noTrash : ActionProblem(error)
      }
      return try moveAcross(step, part)
    }
    noteChange(of: from, to)
    if step.note?.isAdded == false { try? removeNote(of: step) }
    return step.identity
  }

  private func moveAcross(
    _ step: ActionStep, _ part: [UInt8]
  ) throws(ActionProblem) -> FileIdentity {
    let (from, to) = (try folder(step.from.folder), try folder(step.to.folder))
    guard system.isWritable(from) else { throw .system(SystemError(number: EACCES)) }
    let landed = try copy(step, part)
    do throws(ActionProblem) {
      try reporting { () throws(SystemError) in try system.synchronize(to) }
      // If another program has removed the original, the copy is the only file left.
      if try status(step.from) != nil {
        try requirePresence(of: step)
        try reporting { () throws(SystemError) in try system.remove(step.from.name, in: from) }
      }
    } catch {
      try? system.remove(step.to.name, in: to)
      throw error
    }
    noteChange(of: from, to)
    if step.note?.isAdded == false { try? removeNote(of: step) }
    return landed
  }

  /// Copies to a part, which gets the final name when its content is on the disk.
  private func copy(_ step: ActionStep, _ part: [UInt8]) throws(ActionProblem) -> FileIdentity {
    let (from, to) = (try folder(step.from.folder), try folder(step.to.folder))
    let copying = FileCopying(system: system, goesOn: goesOn)
    let landed = try copying.copy(step, from, to: part, in: to)
    do throws(SystemError) {
      try system.move(part, in: to, to: step.to.name, in: to)
    } catch {
      try? system.remove(part, in: to)
      throw ActionProblem(error)
    }
    noteChange(of: to)
    return landed
  }

  /// Removes a copy whose original has the same bytes.
  ///
  /// Size and time do not suffice: some programs keep both when they turn a picture.
  private func removeCopy(_ step: ActionStep) throws(ActionProblem) {
    guard try haveSameContent(step.from, step.to) else { throw .originalMissing }
    let folder = try folder(step.from.folder)
    try reporting { () throws(SystemError) in try system.remove(step.from.name, in: folder) }
    noteChange(of: folder)
  }
}

// MARK: - Contents

extension StepPerformer {
  /// Whether two entries are files with the same bytes.
  func haveSameContent(_ entry: EntryPath, _ other: EntryPath) throws(ActionProblem) -> Bool {
    let (folder, otherFolder) = (try folder(entry.folder), try folder(other.folder))
    do throws(SystemError) {
      let file = try system.open(entry.name, in: folder)
      let otherFile = try system.open(other.name, in: otherFolder)
      guard try system.status(of: file).kind == .file,
        try system.status(of: otherFile).kind == .file
      else { return false }
      return try system.haveSameContent(file, otherFile)
    } catch {
      if error.isAbsence || error.number == ELOOP { return false }
      throw .system(error)
    }
  }
}

// MARK: - Synchronization

extension StepPerformer {
  private func noteChange(of folders: OpenFolder...) {
    for folder in folders { changed[folder.path] = folder }
  }

  /// Waits until all steps performed since the last call are on the disk.
  func synchronize() throws(ActionProblem) {
    let (folders, notes) = (changed.values, notes)
    (changed, self.notes) = ([:], [])
    try reporting { () throws(SystemError) in
      if notes.count <= Self.mostSingleNotes {
        for note in notes { try synchronize(note.name, in: note.folder) }
      } else {
        let volumes = Dictionary(notes.map { ($0.folder.volume, $0.folder) }) { first, _ in first }
        for folder in volumes.values { try system.synchronizeVolume(of: folder) }
      }
      for folder in folders { try system.synchronize(folder) }
    }
  }

  private func synchronize(_ name: [UInt8], in folder: OpenFolder) throws(SystemError) {
    guard try system.status(name, in: folder) != nil else { return }
    let file = try system.open(name, in: folder)
    try system.synchronize(file)
  }
}

// MARK: - Notes of a trash

extension StepPerformer {
  /// The entry of the note of a file in a trash.
  static func noteEntry(of step: ActionStep) -> EntryPath? {
    guard let note = step.note else { return nil }
    let file = note.isAdded ? step.to : step.from
    return EntryPath(file.folder).map { files in
      EntryPath(
        folder: EntryPath(folder: files.folder, name: Array("info".utf8)).path,
        name: file.name + TrashInfo.ending)
    }
  }

  private func addNote(of step: ActionStep) throws(ActionProblem) {
    guard let note = step.note, let entry = Self.noteEntry(of: step) else { return }
    let folder = try folder(entry.folder)
    try reporting { () throws(SystemError) in
      let file = try system.create(entry.name, in: folder)
      do throws(SystemError) {
        try system.write(note.text, to: file)
      } catch {
        try? system.remove(entry.name, in: folder)
        throw error
      }
    }
    noteChange(of: folder)
    notes.append((entry.name, folder))
  }

  /// Writes the note of a file that a kill may have left without one.
  func restoreNote(of step: ActionStep) throws(ActionProblem) {
    guard let entry = Self.noteEntry(of: step) else { return }
    if try status(entry) != nil {
      let folder = try folder(entry.folder)
      try reporting { () throws(SystemError) in try system.remove(entry.name, in: folder) }
    }
    try addNote(of: step)
  }

  func removeNote(of step: ActionStep) throws(ActionProblem) {
    guard let note = step.note, let entry = Self.noteEntry(of: step) else { return }
    let folder = try folder(entry.folder)
    do throws(SystemError) {
      let file = try system.open(entry.name, in: folder)
      // Another program may have trashed another file under this name meanwhile.
      let content = try system.content(of: file, limit: TrashInfo.longestText)
      guard let content, content.isEmpty || content == note.text else { return }
      try system.remove(entry.name, in: folder)
    } catch {
      guard error.isAbsence else { throw ActionProblem(error) }
    }
    noteChange(of: folder)
  }
}
