import Dispatch
import FileActions
import FoundationEssentials
import GalleryCore
import GalleryItems
import Glibc
import ImageLoading
import SourceItems
import Synchronization

/// Moves, copies and trashes the files of items, and undoes that, on a thread of its own.
final class FileWorker: Sendable {
  /// The state, which only the thread uses.
  private struct State {
    /// Nil until the first action, or if none is possible.
    var session: ActionSession?
    /// The number of actions of this session that can be undone.
    var actions = 0
  }

  /// The most news of an action's advance.
  private static let mostNews = 100

  private let mailbox: Mailbox
  private let thread = SerialThread(name: "files", niceness: 0)
  private let state = Mutex(State())
  private let isStopped = Atomic(false)
  /// The number of requests that were not answered yet.
  private let pending = Atomic(0)

  init(_ mailbox: Mailbox) { self.mailbox = mailbox }

  /// Whether all requests were answered.
  var isIdle: Bool { pending.load(ordering: .acquiring) == 0 }

  /// Completes or reverts what a kill has interrupted, if there was an action at all.
  func recover() {
    guard let folders = Self.folders,
      access(String(decoding: folders.journals, as: UTF8.self), F_OK) == 0
    else { return }
    run { state in
      guard let session = try? self.session(&state), !session.interruptions.isEmpty else { return }
      let sentences = session.interruptions.map(\.description).joined(separator: "; ")
      self.mailbox.post(.files(.recovered(sentences)))
    }
  }

  /// Carries out a request.
  ///
  /// - Parameter items: the items that the request's ids are of.
  func perform(_ effect: FileEffect, on items: AnyItemSnapshot) {
    switch effect {
    case .stop: isStopped.store(true, ordering: .releasing)
    case .perform(let action, let ids):
      isStopped.store(false, ordering: .releasing)
      run { self.post(.ended(self.perform(action, on: ids, of: items, &$0))) }
    case .undo(let isConfirmed):
      isStopped.store(false, ordering: .releasing)
      run { self.post(self.undo(isConfirmed: isConfirmed, &$0)) }
    case .complete(let text):
      run { _ in self.post(.folders(FolderCompletion.folders(from: text), from: text)) }
    }
  }

  /// Stops after the current file, and waits for it.
  func end() {
    isStopped.store(true, ordering: .releasing)
    guard !isIdle else { return }
    let ended = DispatchSemaphore(value: 0)
    thread.run { ended.signal() }
    ended.wait()
  }

  private func run(_ job: @escaping @Sendable (inout State) -> Void) {
    pending.add(1, ordering: .acquiringAndReleasing)
    thread.run { [self] in
      state.withLock { job(&$0) }
      pending.subtract(1, ordering: .acquiringAndReleasing)
      // The loop may wait for idleness.
      mailbox.post(.woke)
    }
  }

  private func post(_ news: FileNews) { mailbox.post(.files(news)) }

  private static let folders = ActionFolders(environment: ProcessInfo.processInfo.environment)
}

// MARK: - On the thread

extension FileWorker {
  private func session(_ state: inout State) throws(ActionProblem) -> ActionSession {
    if let session = state.session { return session }
    guard let folders = Self.folders else { throw .noTrash }
    let session = try ActionSession(folders)
    state.session = session
    return session
  }

  private func perform(
    _ action: FileAction, on ids: RangeSet<Int>, of items: AnyItemSnapshot, _ state: inout State
  ) -> FileOutcome {
    let targets = FileTargets(ids, of: items)
    guard !targets.paths.isEmpty else {
      return FileOutcome(nil, failures: targets.refusalCount, problem: targets.refusal)
    }
    do throws(ActionProblem) {
      let session = try session(&state)
      let plan = try session.plan(ActionRequest(action.request, targets.paths))
      let report = try session.perform(plan, goesOn: tellProgress())
      if !report.pictures.isEmpty { state.actions += 1 }
      let failures = plan.refusals + report.failures
      return FileOutcome(
        action.kind, count: report.pictures.count, failures: failures.count + targets.refusalCount,
        problem: failures.first?.sentence ?? targets.refusal, isStopped: report.isStopped)
    } catch {
      return FileOutcome(nil, failures: 1, problem: action.sentence(about: error))
    }
  }

  private func undo(isConfirmed: Bool, _ state: inout State) -> FileNews {
    do throws(ActionProblem) {
      let session = try session(&state)
      guard let plan = session.planUndo() else {
        return .ended(FileOutcome(nil, problem: "nothing to undo"))
      }
      if state.actions == 0, !isConfirmed { return .asks(plan.words) }
      let report = try session.undo(plan, goesOn: tellProgress())
      state.actions = max(0, state.actions - 1)
      return .ended(
        FileOutcome(
          .broughtBack, count: report.pictures.count, failures: report.failures.count,
          problem: report.failures.first?.sentence, isStopped: report.isStopped))
    } catch {
      return .ended(FileOutcome(nil, failures: 1, problem: "not undone: \(error)"))
    }
  }

  /// Tells the gallery the advance of long actions, and stops when the person has asked for it.
  private func tellProgress() -> @Sendable (ActionProgress) -> Bool {
    { [self] progress in
      let all = progress.totalFiles
      if all > 1, progress.files.isMultiple(of: max(1, all / Self.mostNews)) {
        post(.isOn(progress.files, of: all))
      }
      return !isStopped.load(ordering: .acquiring)
    }
  }
}

extension FileAction {
  fileprivate var request: ActionRequest.Action {
    switch self {
    case .trash: .trash
    case .move(let folder): .move(to: FolderCompletion.path(of: folder))
    case .copy(let folder): .copy(to: FolderCompletion.path(of: folder))
    }
  }

  /// The reason why the action was not begun.
  fileprivate func sentence(about problem: ActionProblem) -> String {
    switch self {
    case .move(let folder) where problem == .folderMissing,
      .copy(let folder) where problem == .folderMissing:
      "there is no folder \(folder)"
    default: "\(problem)"
    }
  }

  fileprivate var kind: FileOutcome.Kind {
    switch self {
    case .trash: .trashed
    case .move: .moved
    case .copy: .copied
    }
  }
}

extension ActionFailure {
  /// The name of the file and its problem, for the person.
  fileprivate var sentence: String {
    let name = FileLocation.name(in: path)
    return "\(String(decoding: name, as: UTF8.self)): \(problem)"
  }
}

extension UndoPlan {
  /// The action in words, such as `the move of 3 pictures on 2026-11-28 09:12`.
  fileprivate var words: String {
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
