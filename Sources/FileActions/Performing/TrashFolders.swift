import CacheFiles
import Glibc
import SourceItems

/// The trashes of the user: one at home, and one on each other volume (Trash specification 1.0).
///
/// A file goes to the trash of its own volume, never to another one: a copy of gigabytes would take
/// long, and could fill the disk at home.
final class TrashFolders {
  /// An open trash.
  struct Trash {
    let files: OpenFolder
    let info: OpenFolder
    /// The top folder of the volume, to which paths are relative; nil at home.
    let topFolder: [UInt8]?
  }

  private let home: [UInt8]
  private let system: FileSystem
  private var trashes: [UInt64: Trash?] = [:]
  private var canonicalPaths: [[UInt8]: [UInt8]] = [:]

  /// - Parameter home: the path of the home trash.
  init(home: [UInt8], system: FileSystem) {
    self.home = home
    self.system = system
  }

  /// Returns the trash for the files of a folder.
  ///
  /// - Parameter creating: whether to make one; otherwise nil if there is none.
  func trash(for folder: OpenFolder, creating: Bool) throws(ActionProblem) -> Trash? {
    if let trash = trashes[folder.volume], trash != nil || !creating { return trash }
    let trash =
      try isOnHomeVolume(folder, creating)
      ? opened(at: home, nil, creating) : volumeTrash(for: folder, creating)
    if creating, trash == nil { throw .noTrash }
    trashes[folder.volume] = .some(trash)
    return trash
  }

  /// The note of a file, by which it is restored.
  func note(
    of file: EntryPath, in trash: Trash, date: String
  ) throws(ActionProblem) -> TrashNote {
    let folder = try canonicalPath(file.folder)
    let path = FileLocation.join(folder, file.name)
    let relative = trash.topFolder.map { top in
      Array(path.dropFirst(top.last == UInt8(ascii: "/") ? top.count : top.count + 1))
    }
    return TrashNote(text: TrashInfo(path: relative ?? path, date: date).text, isAdded: true)
  }

  private func canonicalPath(_ path: [UInt8]) throws(ActionProblem) -> [UInt8] {
    if let known = canonicalPaths[path] { return known }
    let canonical = try reporting { () throws(SystemError) in try system.canonicalPath(path) }
    canonicalPaths[path] = canonical
    return canonical
  }

  private func isOnHomeVolume(
    _ folder: OpenFolder, _ creating: Bool
  ) throws(ActionProblem) -> Bool {
    // The nearest folder that exists tells the volume.
    var path: [UInt8]? = home
    while let present = path {
      do {
        return try system.folder(present).volume == folder.volume
      } catch {
        guard error.isAbsence else { throw .system(error) }
        path = EntryPath(present)?.folder
      }
    }
    return false
  }

  private func volumeTrash(
    for folder: OpenFolder, _ creating: Bool
  ) throws(ActionProblem) -> Trash? {
    let top = try topFolder(of: folder)
    let user = Array(String(getuid()).utf8)
    // An administrator's trash for all must not let users touch the files of others, nor be elsewhere.
    if let shared = try? system.subfolder(Array(".Trash".utf8), of: top),
      shared.mode & S_ISVTX != 0, shared.volume == folder.volume,
      let trash = try? opened(user, in: shared, top.path, creating)
    {
      return trash
    }
    return try? opened(Array(".Trash-".utf8) + user, in: top, top.path, creating)
  }

  private func topFolder(of folder: OpenFolder) throws(ActionProblem) -> OpenFolder {
    try reporting { () throws(SystemError) in
      var top = try system.folder(system.canonicalPath(folder.path))
      while let parent = EntryPath(top.path)?.folder {
        let next = try system.folder(parent)
        guard next.volume == folder.volume else { break }
        top = next
      }
      return top
    }
  }

  private func opened(
    at path: [UInt8], _ topFolder: [UInt8]?, _ creating: Bool
  ) throws(ActionProblem) -> Trash? {
    do {
      if creating { try system.makeFolders(path) }
      return try contents(of: system.folder(path), topFolder, creating)
    } catch {
      if !creating, error.isAbsence { return nil }
      throw .system(error)
    }
  }

  private func opened(
    _ name: [UInt8], in folder: OpenFolder, _ topFolder: [UInt8], _ creating: Bool
  ) throws(SystemError) -> Trash? {
    if creating { try system.makeSubfolder(name, of: folder) }
    let trash = try system.subfolder(name, of: folder)
    // A trash of another user would give him the files.
    guard trash.owner == getuid() else { throw SystemError(number: EACCES) }
    return try contents(of: trash, topFolder, creating)
  }

  private func contents(
    of trash: OpenFolder, _ topFolder: [UInt8]?, _ creating: Bool
  ) throws(SystemError) -> Trash {
    let (files, info) = (Array("files".utf8), Array("info".utf8))
    if creating {
      try system.makeSubfolder(files, of: trash)
      try system.makeSubfolder(info, of: trash)
    }
    return Trash(
      files: try system.subfolder(files, of: trash), info: try system.subfolder(info, of: trash),
      topFolder: topFolder)
  }
}
