import GalleryCore
import GalleryItems

/// Carries out the effects that outlive the session: marks for the next one, actions on files, programs, and pictures on
/// the clipboard.
struct LastingEffects {
  /// The keeper of the marks; nil if they are not kept.
  var marks: MarkKeeper?
  /// Acts on files; nil if none may change.
  var files: FileWorker?
  /// Runs programs; nil if none may run.
  var programs: ProgramRunner?
  /// Copies pictures to the clipboard; nil if none may be copied.
  var copier: PictureCopier?

  /// Whether no action on files and no copy is under way.
  var isIdle: Bool { files?.isIdle != false && copier?.isIdle != false }

  /// Completes or reverts actions on files that a kill has interrupted.
  func recover() { files?.recover() }

  func perform(_ change: MarkChange, in items: AnyItemSnapshot) {
    marks?.record(change, in: items)
  }

  /// Acts on the files of these items, or stops that.
  ///
  /// - Parameter mailbox: gets the answer if no file may change.
  func perform(_ effect: FileEffect, on items: AnyItemSnapshot, _ mailbox: Mailbox) {
    if effect == .stop { copier?.stop() }
    if let files { return files.perform(effect, on: items) }
    mailbox.post(.files(.ended(FileOutcome(nil, problem: "a replay changes no files"))))
  }

  /// Copies the picture of an item to the clipboard.
  ///
  /// - Parameter mailbox: gets the answer if it can't be copied.
  func copyPicture(
    _ id: ItemID, of items: AnyItemSnapshot, on frontend: any Frontend, _ mailbox: Mailbox
  ) {
    let obstacle = copier == nil ? "a replay copies no pictures" : frontend.pictureObstacle
    let item = items.place(of: id).flatMap(items.item(atPlace:))
    if obstacle == nil, let copier, let item { return copier.copy(item) }
    mailbox.post(.files(.copied(obstacle ?? "not copied: the picture is gone")))
  }

  /// Runs a program on items.
  ///
  /// - Parameter lend: runs its argument while the terminal is restored; false if there is no terminal.
  /// - Returns: a message for the person, if any.
  func run(
    _ run: ProgramRun, on items: AnyItemSnapshot, lending lend: (() -> Void) -> Bool
  ) -> String? {
    guard let programs else { return "a replay runs no programs" }
    do throws(ProgramError) {
      let program = try ProgramArguments(run, in: items)
      if run.line.takesTerminal {
        return lend { programs.runInTerminal(program) }
          ? nil : "\(program.name) needs a terminal, and there is none"
      }
      try programs.start(program)
      return "\(program.name) runs"
    } catch {
      return error.sentence
    }
  }

  /// Stops an action on files after the current one, and waits for it.
  func end() { files?.end() }
}
