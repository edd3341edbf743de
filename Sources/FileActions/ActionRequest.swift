/// An action on picture files, as a person asks for it.
package struct ActionRequest: Sendable {
  package enum Action: Hashable, Sendable {
    case trash
    /// Moves to a folder, by its path.
    case move(to: [UInt8])
    /// Copies to a folder, by its path.
    case copy(to: [UInt8])
  }

  /// The files of a raw and JPEG pair to act on.
  package enum Pairs: Hashable, Sendable {
    /// Both, even if only one of them is named.
    case both
    /// Only the named ones.
    case named
  }

  package let action: Action
  /// The paths of files.
  package let pictures: [[UInt8]]
  package let pairs: Pairs

  package init(_ action: Action, _ pictures: [[UInt8]], pairs: Pairs = .both) {
    self.action = action
    self.pictures = pictures
    self.pairs = pairs
  }
}

/// The kind of an action.
package enum ActionKind: UInt8, Hashable, Sendable {
  case trash = 1
  case move
  case copy
  /// From a trash to the original folder.
  case restore
}

/// The advance of an action.
package struct ActionProgress: Hashable, Sendable {
  /// Files that are done or failed.
  package var files = 0
  package var totalFiles: Int
  /// Bytes of these files, and those copied of the next one.
  package var bytes: Int64 = 0
  package var totalBytes: Int64
}

/// The result of an action or its undo.
package struct ActionReport: Sendable {
  package let kind: ActionKind
  /// The paths of the files, without sidecars, before and after.
  package internal(set) var pictures: [(from: [UInt8], to: [UInt8])] = []
  /// The number of sidecar files that went along.
  package internal(set) var sidecars = 0
  package internal(set) var failures: [ActionFailure] = []
  /// Whether it ended early, because the caller stopped it or every other file would fail too.
  package internal(set) var isStopped = false
}

/// A file that an action did not change.
package struct ActionFailure: Hashable, Sendable, CustomStringConvertible {
  package let path: [UInt8]
  package let problem: ActionProblem

  package var description: String {
    "\(String(decoding: path, as: UTF8.self)): \(problem)"
  }
}
