import GalleryCore
import GalleryItems

/// Carries out the effects that outlive the session: marks for the next one, and actions on files.
struct LastingEffects {
  /// The keeper of the marks; nil if they are not kept.
  var marks: MarkKeeper?
  /// Acts on files; nil if none may change.
  var files: FileWorker?

  /// Whether no action on files is under way.
  var isIdle: Bool { files?.isIdle != false }

  /// Completes or reverts actions on files that a kill has interrupted.
  func recover() { files?.recover() }

  func perform(_ change: MarkChange, in items: AnyItemSnapshot) {
    marks?.record(change, in: items)
  }

  /// Acts on the files of these items, or stops that.
  ///
  /// - Parameter mailbox: gets the answer if no file may change.
  func perform(_ effect: FileEffect, on items: AnyItemSnapshot, _ mailbox: Mailbox) {
    if let files { return files.perform(effect, on: items) }
    mailbox.post(.files(.ended(FileOutcome(nil, problem: "a replay changes no files"))))
  }

  /// Stops an action on files after the current one, and waits for it.
  func end() { files?.end() }
}
