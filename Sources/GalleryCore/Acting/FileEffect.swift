/// An action on the files of pictures.
package enum FileAction: Hashable, Sendable {
  case trash
  /// To a folder, as the person has typed it.
  case move(to: String), copy(to: String)
  /// A copy to the folder for downloads, also of pictures on servers and in archives.
  case download
}

/// The files of raw and JPEG pairs to act on.
package enum PairFiles: Hashable, Sendable {
  case both
  /// The shown files, which are the JPEGs, and those of other pictures.
  case shown
  /// The raw files, and no other pictures.
  case raws
}

/// The requests for changes of files.
package enum FileEffect: Hashable, Sendable {
  /// Acts on the files of items, by their ids.
  case perform(FileAction, RangeSet<Int>, PairFiles)
  /// Undoes the latest action. One of an earlier session takes a yes first.
  case undo(isConfirmed: Bool)
  /// Stops the running action after the current file, and the copy to the clipboard.
  case stop
  /// Lists the folders whose paths begin with a text.
  case complete(String)
}

/// The news of a change of files.
package enum FileNews: Hashable, Sendable {
  /// Files that are done, of all.
  case isOn(Int, of: Int)
  /// The progress of the download, or of the copy to the clipboard, under way.
  case isReceiving(TileProgress)
  case ended(FileOutcome)
  /// The copy to the clipboard has ended, as a sentence says.
  case copied(String)
  /// An action that a kill had interrupted is completed or reverted, as a sentence says.
  case recovered(String)
  /// The latest action is one of an earlier session, described by some words.
  case asks(String)
  /// The folders whose paths begin with a text.
  case folders([String], from: String)
}

/// The result of an action on files, or of its undo.
package struct FileOutcome: Hashable, Sendable {
  package enum Kind: Hashable, Sendable {
    case trashed, moved, copied, downloaded, broughtBack
  }

  /// The kind of the action; nil if none was possible.
  package let kind: Kind?
  /// The number of pictures.
  package let count: Int
  /// The number of pictures that are as they were, because of a problem.
  package let failures: Int
  /// The first problem, as a sentence.
  package let problem: String?
  /// Whether the person has stopped it.
  package let isStopped: Bool
  /// The ids of the items whose files have left their places.
  package let gone: RangeSet<Int>
  /// The ids of the items whose files are at their places again.
  package let back: RangeSet<Int>

  package init(
    _ kind: Kind?, count: Int = 0, failures: Int = 0, problem: String? = nil,
    isStopped: Bool = false, gone: RangeSet<Int> = RangeSet(), back: RangeSet<Int> = RangeSet()
  ) {
    self.kind = kind
    self.count = count
    self.failures = failures
    self.problem = problem
    self.isStopped = isStopped
    self.gone = gone
    self.back = back
  }

  /// The sentence for the person.
  var sentence: String {
    let others = failures > 1 ? "\(failures) left alone: " : ""
    let parts = [isStopped ? "stopped" : nil, count > 0 ? done : nil, problem.map { others + $0 }]
    return parts.compactMap(\.self).joined(separator: "; ")
  }

  private var done: String? {
    let pictures = count == 1 ? "1 picture" : "\(count) pictures"
    return switch kind {
    case .trashed: "\(pictures) moved to the trash; u undoes it"
    case .moved: "\(pictures) moved; u undoes it"
    case .copied: "\(pictures) copied; u undoes it"
    case .downloaded: "\(pictures) downloaded; u undoes it"
    case .broughtBack: "undone for \(pictures)"
    case nil: nil
    }
  }
}
