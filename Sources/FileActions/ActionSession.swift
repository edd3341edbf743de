import CacheFiles
import Glibc
import Synchronization

/// Moves, copies and trashes picture files, and undoes that, even in the next session.
///
/// Every action is recorded on the disk before a file changes, so that a kill at any moment loses
/// nothing. No file is ever replaced. An original is removed only after its move to another volume,
/// and a copy only by an undo, if its original has the same bytes.
///
/// Calls wait for the disk, and for each other: make them on a thread of their own.
package final class ActionSession: Sendable {
  /// The actions of a session that was killed, which were completed or reverted now.
  package let interruptions: [InterruptedAction]
  private let state: Mutex<ActionState>

  /// Opens the journal, and completes or reverts the actions that a kill has left half done.
  ///
  /// - Parameters:
  ///   - folders: the folders of journals and of the home trash.
  ///   - now: the time in seconds since 1970.
  /// - Throws: if the journal can't be opened; no action is possible then.
  package init(
    _ folders: ActionFolders, system: FileSystem = FileSystem(),
    now: @escaping @Sendable () -> Int = { time(nil) }
  ) throws(ActionProblem) {
    let state = try ActionState(folders, system, now: now)
    interruptions = state.settleInterruptions()
    self.state = Mutex(state)
  }

  /// Finds the files of an action, and their new names.
  ///
  /// - Throws: if the folder to go to can't be opened. Problems of files are in the plan.
  package func plan(_ request: ActionRequest) throws(ActionProblem) -> ActionPlan {
    try state.withLock { (state) throws(ActionProblem) in
      try ActionPlanner.plan(
        request, StepPerformer(state.system), state.trashes(), date: state.localTime())
    }
  }

  /// Plans to restore files from a trash.
  package func plan(restoring files: [TrashedFile]) throws(ActionProblem) -> ActionPlan {
    state.withLock { state in
      TrashListing(StepPerformer(state.system), state.trashes()).plan(restoring: files)
    }
  }

  /// Lists the files that any program has trashed from a folder.
  ///
  /// - Parameter folder: the path of the folder, which must still exist.
  package func trashedFiles(from folder: [UInt8]) throws(ActionProblem) -> [TrashedFile] {
    try state.withLock { (state) throws(ActionProblem) in
      try TrashListing(StepPerformer(state.system), state.trashes()).files(from: folder)
    }
  }

  /// Performs an action.
  ///
  /// - Parameter goesOn: is called between files and during long copies; false stops the action.
  /// - Throws: if the action can't be recorded; nothing has changed then.
  package func perform(
    _ plan: ActionPlan, goesOn: @escaping @Sendable (ActionProgress) -> Bool = { _ in true }
  ) throws(ActionProblem) -> ActionReport {
    try state.withLock { (state) throws(ActionProblem) in
      guard !plan.steps.isEmpty else { return ActionReport(kind: plan.kind) }
      var runner = ActionRunner(
        state, plan.kind, files: plan.steps.count, bytes: plan.bytes, goesOn: goesOn)
      let report = try runner.perform(plan, at: state.now())
      state.compactIfLong()
      return report
    }
  }

  /// Plans the undo of the last action; nil if there is none.
  ///
  /// The plan tells the files that can't be brought back. Nothing changes yet.
  package func planUndo() -> UndoPlan? {
    state.withLock { $0.planUndo() }
  }

  /// Undoes the last action.
  ///
  /// - Parameters:
  ///   - plan: the plan, which the person may have seen.
  ///   - givingUp: whether to undo the rest if some files can't be brought back. These stay, and
  ///     are forgotten. Otherwise the first reason is thrown.
  ///   - goesOn: is called between files and during long copies; false stops, and another undo
  ///     goes on.
  /// - Throws: if it can't be recorded; nothing has changed then.
  package func undo(
    _ plan: UndoPlan, givingUp: Bool = false,
    goesOn: @escaping @Sendable (ActionProgress) -> Bool = { _ in true }
  ) throws(ActionProblem) -> ActionReport {
    try state.withLock { (state) throws(ActionProblem) in
      if let refusal = plan.refusals.first, !givingUp { throw refusal.problem }
      guard state.history.last?.id == plan.batch else { throw .outdated }
      var runner = ActionRunner(
        state, plan.kind, files: plan.steps.count, bytes: plan.bytes, goesOn: goesOn)
      let report = try runner.undo(plan)
      state.compactIfLong()
      return report
    }
  }
}

/// The folders of file actions.
package struct ActionFolders: Sendable {
  /// The path of the folder of journals.
  package let journals: [UInt8]
  /// The path of the home trash.
  package let homeTrash: [UInt8]

  package init(journals: [UInt8], homeTrash: [UInt8]) {
    self.journals = journals
    self.homeTrash = homeTrash
  }

  /// The folders by the XDG Base Directory Specification; nil without a home.
  ///
  /// - Parameter environment: the variables of the process.
  package init?(environment: [String: String]) {
    guard
      let journals = BaseFolder.state.path(of: "filmstrip/actions", environment: environment),
      let trash = BaseFolder.data.path(of: "Trash", environment: environment)
    else { return nil }
    self.init(journals: Array(journals.utf8), homeTrash: Array(trash.utf8))
  }
}
