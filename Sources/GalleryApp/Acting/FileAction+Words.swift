import FileActions
import FoundationEssentials
import GalleryCore
import SourceItems

extension FileAction {
  /// Whether pictures that are elsewhere are downloaded for it.
  var downloads: Bool {
    switch self {
    case .trash, .move: false
    case .copy, .download: true
    }
  }

  /// - Parameter downloads: the folder for downloads.
  func request(_ downloads: String) -> ActionRequest.Action {
    switch self {
    case .trash: .trash
    case .move(let folder): .move(to: FolderCompletion.path(of: folder))
    case .copy(let folder): .copy(to: FolderCompletion.path(of: folder))
    case .download: .copy(to: FolderCompletion.path(of: downloads))
    }
  }

  /// The reason why the action was not begun.
  func sentence(about problem: ActionProblem) -> String {
    switch self {
    case .move(let folder) where problem == .folderMissing,
      .copy(let folder) where problem == .folderMissing:
      "there is no folder \(folder)"
    default: "\(problem)"
    }
  }

  var kind: FileOutcome.Kind {
    switch self {
    case .trash: .trashed
    case .move: .moved
    case .copy, .download: .copied
    }
  }
}

extension ActionFailure {
  /// The name of the file and its problem, for the person.
  var sentence: String {
    let name = FileLocation.name(in: path)
    return "\(String(decoding: name, as: UTF8.self)): \(problem)"
  }
}

extension UndoPlan {
  /// The action in words, such as `the move of 3 pictures on 2026-11-28 09:12`.
  var words: String {
    let action =
      switch kind {
      case .trash: "the move to the trash"
      case .move: "the move"
      case .copy: "the copies"
      case .restore: "the return"
      }
    let time = Date(timeIntervalSince1970: TimeInterval(date)).formatted(
      .iso8601.year().month().day().time(includingFractionalSeconds: false)
        .dateTimeSeparator(.space))
    return "\(action) of \(pictures == 1 ? "1 picture" : "\(pictures) pictures") on \(time)"
  }
}
