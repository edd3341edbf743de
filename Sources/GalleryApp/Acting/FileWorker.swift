import CacheFiles
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
    /// The items whose files this session has moved away, by the paths of these.
    var moved: [[UInt8]: Int] = [:]
  }

  /// The most news of an action's advance.
  private static let mostNews = 100

  private let mailbox: Mailbox
  private let originals: OriginalLoads
  private let shelf: DownloadShelf?
  private let folders: ActionFolders?
  private let system: FileSystem
  /// The folder for downloads, as the person would type it.
  private let downloadFolder: String
  private let thread = SerialThread(name: "files", niceness: 0)
  private let state = Mutex(State())
  private let isStopped = Atomic(false)
  /// The number of requests that were not answered yet.
  private let pending = Atomic(0)

  /// - Parameters:
  ///   - originals: loads the files of pictures on servers and in archives.
  ///   - shelf: keeps them for a moment; nil if there is no folder for that.
  ///   - folders: the folders of the journal and the trash; nil if there are none, and so no actions.
  init(
    _ mailbox: Mailbox, _ originals: OriginalLoads, _ shelf: DownloadShelf?,
    _ folders: ActionFolders?, system: FileSystem = FileSystem(), downloadFolder: String
  ) {
    self.mailbox = mailbox
    self.originals = originals
    self.shelf = shelf
    self.folders = folders
    self.system = system
    self.downloadFolder = downloadFolder
  }

  /// Whether all requests were answered.
  var isIdle: Bool { pending.load(ordering: .acquiring) == 0 }

  /// Completes or reverts what a kill has interrupted, if there was an action at all.
  func recover() {
    guard let folders,
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
    case .stop: stop()
    case .perform(let action, let ids, let pairs):
      isStopped.store(false, ordering: .releasing)
      run { state in
        for outcome in self.perform(action, on: ids, pairs, of: items, &state) {
          self.post(.ended(outcome))
        }
      }
    case .undo(let isConfirmed):
      isStopped.store(false, ordering: .releasing)
      run { self.post(self.undo(isConfirmed: isConfirmed, &$0)) }
    case .complete(let text):
      run { _ in self.post(.folders(FolderCompletion.folders(from: text), from: text)) }
    }
  }

  /// Stops after the current file, and waits for it.
  func end() {
    stop()
    guard !isIdle else { return }
    let ended = DispatchSemaphore(value: 0)
    thread.run { ended.signal() }
    ended.wait()
  }

  private func stop() {
    isStopped.store(true, ordering: .releasing)
    originals.stop()
  }

  private var goesOn: Bool { !isStopped.load(ordering: .acquiring) }

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
}

// MARK: - On the thread

extension FileWorker {
  private func session(_ state: inout State) throws(ActionProblem) -> ActionSession {
    if let session = state.session { return session }
    guard let folders else { throw .noTrash }
    let session = try ActionSession(folders, system: system)
    state.session = session
    return session
  }

  /// Acts on files, and downloads those that are elsewhere: the results of both.
  private func perform(
    _ action: FileAction, on ids: RangeSet<Int>, _ pairs: PairFiles, of items: AnyItemSnapshot,
    _ state: inout State
  ) -> [FileOutcome] {
    let targets = FileTargets(ids, pairs, of: items)
    if let problem = folderProblem(of: action) {
      return [FileOutcome(nil, failures: 1, problem: problem)]
    }
    var outcomes: [FileOutcome] = []
    if action.downloads, !targets.remote.isEmpty {
      outcomes.append(download(targets.remote, for: action, &state))
      if targets.paths.isEmpty || !goesOn { return outcomes }
    }
    let request = ActionRequest(
      action.request(downloadFolder), targets.paths, pairs: pairs == .both ? .both : .named)
    let isRefused = !action.downloads && targets.refusalCount > 0
    // The latest outcome is the one that the person reads.
    let refusal =
      isRefused
      ? (targets.refusalCount, targets.refusal)
      : (outcomes.first?.failures ?? 0, outcomes.first?.problem)
    return outcomes + [perform(request, action, of: targets.ids, besides: refusal, &state)]
  }

  /// Makes the folder for downloads.
  ///
  /// - Returns: the reason why nothing can be copied to the folder of an action; nil if there is none.
  private func folderProblem(of action: FileAction) -> String? {
    guard case .copy(let path) = action.request(downloadFolder) else { return nil }
    let folder = String(decoding: path, as: UTF8.self)
    do throws(SystemError) {
      if case .download = action { try Folder.make(folder) }
      _ = try Folder(folder)
      return nil
    } catch {
      return action.sentence(about: error.isAbsence ? .folderMissing : .system(error))
    }
  }

  /// - Parameters:
  ///   - ids: the ids of items, by the paths of their files.
  ///   - refused: the number of items without a file, and the reason for the first.
  private func perform(
    _ request: ActionRequest, _ action: FileAction, of ids: [[UInt8]: Int] = [:],
    besides refused: (count: Int, reason: String?), isStoppable: Bool = true,
    _ state: inout State
  ) -> FileOutcome {
    if request.pictures.isEmpty {
      return FileOutcome(nil, failures: refused.count, problem: refused.reason)
    }
    do throws(ActionProblem) {
      let session = try session(&state)
      let plan = try session.plan(request)
      let report =
        isStoppable ? try session.perform(plan, goesOn: tellProgress()) : try session.perform(plan)
      if !report.pictures.isEmpty { state.actions += 1 }
      let failures = plan.refusals + report.failures
      let left = report.kind == .copy ? [] : report.pictures.map(\.from)
      for path in left { state.moved[path] = ids[path] }
      return FileOutcome(
        action.kind, count: report.pictures.count, failures: failures.count + refused.count,
        problem: failures.first?.sentence ?? refused.reason, isStopped: report.isStopped,
        gone: RangeSet(left.compactMap { ids[$0] }.map { $0..<$0 + 1 }))
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
      if !report.isStopped { state.actions = max(0, state.actions - 1) }
      let back = report.pictures.compactMap { state.moved[$0.to] }
      return .ended(
        FileOutcome(
          .broughtBack, count: report.pictures.count, failures: report.failures.count,
          problem: report.failures.first?.sentence, isStopped: report.isStopped,
          back: RangeSet(back.map { $0..<$0 + 1 })))
    } catch {
      return .ended(FileOutcome(nil, failures: 1, problem: "not undone: \(error)"))
    }
  }

  /// Downloads pictures, and moves them to the folder of an action, which an undo reverts.
  private func download(
    _ remote: [(url: URL, label: String)], for action: FileAction, _ state: inout State
  ) -> FileOutcome {
    guard let shelf else {
      return FileOutcome(nil, failures: 1, problem: "downloads need a home folder; set HOME")
    }
    let folder: [UInt8]
    switch action.request(downloadFolder) {
    case .copy(let path): folder = path
    case .move, .trash: return FileOutcome(nil)
    }
    shelf.sweep()
    var paths: [[UInt8]] = []
    var problems: [String] = []
    originals.load(
      remote.map(\.url), goesOn: { goesOn }, report: { self.post(.isReceiving(TileProgress($0))) }
    ) { number, result in
      do {
        paths.append(try shelf.store(try result.get(), of: remote[number].url))
      } catch ImageError.cancelled {
        return
      } catch let error as ImageError {
        problems.append("\(remote[number].label): \(error.summary)")
      } catch {
        problems.append("\(error)")
      }
      post(.isOn(number + 1, of: remote.count))
    }
    let isStopped = !goesOn
    let outcome = perform(
      ActionRequest(.move(to: folder), paths, pairs: .named), action, besides: (0, nil),
      isStoppable: false, &state)
    return FileOutcome(
      outcome.kind.map { _ in .downloaded }, count: outcome.count,
      failures: outcome.failures + problems.count, problem: problems.first ?? outcome.problem,
      isStopped: isStopped || outcome.isStopped)
  }

  /// Tells the gallery the advance of long actions, and stops when the person has asked for it.
  private func tellProgress() -> @Sendable (ActionProgress) -> Bool {
    { [self] progress in
      let all = progress.totalFiles
      if all > 1, progress.files.isMultiple(of: max(1, all / Self.mostNews)) {
        post(.isOn(progress.files, of: all))
      }
      return goesOn
    }
  }
}
