import CacheFiles

/// A file in a trash.
package struct TrashedFile: Hashable, Sendable {
  /// The original path.
  package let origin: EntryPath
  /// The local time when it was trashed, as `2026-11-28T02:03:04`; empty if unknown.
  package let date: String
  let file: EntryPath
  let identity: FileIdentity
  let note: TrashNote
}

/// Lists and restores what any program has put in a trash.
struct TrashListing {
  /// The most files to list.
  private static let mostFiles = 1_000_000

  private let performer: StepPerformer
  private let trashes: TrashFolders

  init(_ performer: StepPerformer, _ trashes: TrashFolders) {
    self.performer = performer
    self.trashes = trashes
  }

  /// Returns the files trashed from a folder, oldest first.
  func files(from path: [UInt8]) throws(ActionProblem) -> [TrashedFile] {
    let folder = try performer.folder(path)
    guard let trash = try trashes.trash(for: folder, creating: false) else { return [] }
    return try reporting { () throws(SystemError) in
      let origin = try performer.system.canonicalPath(path)
      var files: [TrashedFile] = []
      for note in try performer.system.names(in: trash.info).prefix(Self.mostFiles) {
        let (name, ending) = (note.dropLast(TrashInfo.ending.count), TrashInfo.ending)
        guard !name.isEmpty, note.suffix(ending.count).elementsEqual(ending),
          let file = try file(Array(name), in: trash),
          file.origin.folder == origin || file.origin.folder == path
        else { continue }
        files.append(file)
      }
      return files.sorted { $0.date < $1.date }
    }
  }

  private func file(
    _ name: [UInt8], in trash: TrashFolders.Trash
  ) throws(SystemError) -> TrashedFile? {
    let system = performer.system
    guard let status = try system.status(name, in: trash.files), status.kind != .folder else {
      return nil
    }
    do throws(SystemError) {
      let note = try system.open(name + TrashInfo.ending, in: trash.info)
      guard let text = try system.content(of: note, limit: TrashInfo.longestText),
        let info = TrashInfo(text), let origin = info.origin(topFolder: trash.topFolder)
      else { return nil }
      return TrashedFile(
        origin: origin, date: info.date, file: EntryPath(folder: trash.files.path, name: name),
        identity: status.identity, note: TrashNote(text: text, isAdded: false))
    } catch {
      // A note that another program has removed meanwhile, or that is a link.
      return nil
    }
  }

  /// Plans to bring files back where they were.
  func plan(restoring files: [TrashedFile]) -> ActionPlan {
    var plan = ActionPlan(kind: .restore)
    var origins: Set<EntryPath> = []
    for (number, file) in files.enumerated() {
      do throws(ActionProblem) {
        _ = try performer.folder(file.origin.folder)
        guard origins.insert(file.origin).inserted, try performer.status(file.origin) == nil else {
          throw .taken
        }
        plan.steps.append(
          ActionStep(
            kind: .move, from: file.file, to: file.origin, identity: file.identity,
            picture: UInt32(number), isSidecar: false, note: file.note))
      } catch {
        plan.refusals.append(ActionFailure(path: file.origin.path, problem: error))
      }
    }
    return plan
  }
}
