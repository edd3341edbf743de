import CacheFiles
import Glibc

/// The reason why an action did not change a file, or why its undo can't.
package enum ActionProblem: Error, Hashable, Sendable, CustomStringConvertible {
  case missing
  /// The file was changed after the action was planned or performed.
  case changed
  /// There is another file of that name.
  case taken
  /// The folder of the file, or the one to go to, does not exist.
  case folderMissing
  /// The copy to remove is the only file left.
  case originalMissing
  case isFolder
  case isLink
  case isNoFile
  /// The file is in that folder.
  case alreadyThere
  /// The volume has no trash and doesn't let the user make one.
  case noTrash
  /// A file in a trash without its note, or with one that can't be right.
  case noOrigin
  /// The caller stopped the action.
  case stopped
  /// The last action is not the one that was to be undone.
  case outdated
  /// The journal could not be written, so nothing was changed.
  case journal(SystemError)
  case system(SystemError)

  package var description: String {
    switch self {
    case .missing: "the file is gone"
    case .changed: "the file has changed since"
    case .taken: "another file has that name now"
    case .folderMissing: "the folder is gone; if it is on a volume, mount that"
    case .originalMissing: "the original is gone or has changed, so the copy stays"
    case .isFolder: "a folder; name pictures in it"
    case .isLink: "a link; act on the picture that it shows"
    case .isNoFile: "not a file"
    case .alreadyThere: "it is in that folder"
    case .noTrash: "its volume has no trash; move it to a folder instead"
    case .noOrigin: "the trash doesn't say where it was"
    case .stopped: "stopped"
    case .outdated: "another action came after it"
    case .journal(let error): "the action can't be recorded, so it was not begun: \(error)"
    case .system(let error): "\(error)"
    }
  }

  init(_ error: SystemError) {
    self =
      switch error.number {
      case EEXIST: .taken
      case ENOENT: .missing
      default: .system(error)
      }
  }

  /// Whether other files of the action would fail too.
  var concernsAllFiles: Bool {
    switch self {
    case .stopped, .journal: true
    case .system(let error): error.isFullDisk || [EROFS, EIO].contains(error.number)
    default: false
    }
  }
}

/// Performs system calls, with their errors as problems of a file.
func reporting<Result: ~Copyable>(
  _ body: () throws(SystemError) -> Result
) throws(ActionProblem) -> Result {
  do { return try body() } catch { throw ActionProblem(error) }
}
