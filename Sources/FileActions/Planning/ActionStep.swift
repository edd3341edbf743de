/// The change of one file, as part of an action.
package struct ActionStep: Hashable, Sendable {
  package enum Kind: UInt8, Sendable {
    case move = 1
    case copy
    /// Removes the copy `from`, whose original is `to`: a copy undone.
    case removeCopy
  }

  package let kind: Kind
  package let from: EntryPath
  package let to: EntryPath
  /// The file before the change.
  let identity: FileIdentity
  /// The number of the picture, within the action, that the file belongs to.
  let picture: UInt32
  package let isSidecar: Bool
  /// The file's note in a trash.
  let note: TrashNote?

  /// The step that undoes this one.
  ///
  /// - Parameter landed: the file after the change.
  func reversed(from landed: FileIdentity) -> ActionStep {
    ActionStep(
      kind: kind == .copy ? .removeCopy : .move, from: to, to: from, identity: landed,
      picture: picture, isSidecar: isSidecar, note: note?.reversed)
  }
}

/// The note that a trash has of a file in it.
struct TrashNote: Hashable, Sendable {
  let text: [UInt8]
  /// Whether the step adds the note; otherwise it removes it.
  let isAdded: Bool

  var reversed: TrashNote { TrashNote(text: text, isAdded: !isAdded) }
}

/// The state of a step.
enum StepState: UInt8, Sendable {
  /// Recorded, and being performed.
  case begun = 1
  case done
  /// Not performed.
  case skipped
  /// Its undo is recorded, and being performed.
  case undoing
  /// Undone, or given up.
  case undone
}
