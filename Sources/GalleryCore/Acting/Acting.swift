import GalleryItems
import Raster

/// What the person does to files: the folder typed, the question before an action, and the action under way.
///
/// An action is on the marked items, or else on the selected one.
package struct Acting: Sendable {
  /// What waits for a yes.
  private enum Question {
    case perform(FileAction, RangeSet<Int>)
    /// The undo of an action of an earlier session, in words.
    case undo(String)
  }

  /// An action that can be undone.
  private struct Done {
    let items: RangeSet<Int>
    /// The number of the latest change of marks before it; 0 without one.
    let latestMarks: Int
  }

  private(set) var prompt: Prompt?
  /// The folder that was typed last.
  private var latestFolder = ""
  private var question: Question?
  /// Files that are done, of all, while an action runs.
  private var progress: (done: Int, all: Int)?
  /// The actions of this session, the oldest first.
  private var actions: [Done] = []
  /// The items of the action under way.
  private var items = RangeSet<Int>()

  /// The number of actions whose order among changes of marks is known.
  private static let mostActions = 1_000

  /// Whether nothing is typed, asked or done.
  var isAtRest: Bool { prompt == nil && question == nil && progress == nil }

  /// Whether the next key is for the typed folder or the question.
  var awaitsKey: Bool { prompt != nil || question != nil }

  /// The typed folder, the question, or the advance of the action; nil without any.
  var statusText: String? {
    if let prompt { return prompt.statusText }
    switch question {
    case .perform(let action, let items):
      return "\(action.words) \(items.memberCount) marked pictures? y: yes, other keys: no"
    case .undo(let action): return "undo \(action)? y: yes, other keys: no"
    case nil: break
    }
    return progress.map { done, all in
      all > 1 ? "\(done) of \(all) pictures done; Esc stops" : "working; Esc stops"
    }
  }
}

// MARK: - The person's commands

extension Acting {
  /// Carries out a command about files, or the undo of one or of marks.
  ///
  /// - Parameter selection: the place of the selected item.
  /// - Returns: a message for the person, if any.
  mutating func perform(
    _ command: Command, on marks: inout Marks, or selection: Int, of items: AnyItemSnapshot,
    into effects: inout [Effect]
  ) -> String? {
    if progress != nil { return "another action runs; Esc stops it" }
    switch command {
    case .undo:
      if let change = marks.latestChange, change > actions.last?.latestMarks ?? -1 {
        return marks.undo(in: items, into: &effects)
      }
      startUndo(isConfirmed: false, into: &effects)
    case _ where items.itemCount == 0: break
    case .promptMove: prompt = Prompt(kind: .move, text: latestFolder)
    case .promptCopy: prompt = Prompt(kind: .copy, text: latestFolder)
    case .files(let action):
      marks.closeRange(to: selection, in: items, into: &effects)
      let selected = items.id(at: selection).rawValue
      let chosen = marks.count > 0 ? marks.marked : RangeSet(selected..<selected + 1)
      if marks.count > 1 {
        question = .perform(action, chosen)
      } else {
        start(action, on: chosen, into: &effects)
      }
    default: break
    }
    return nil
  }

  /// Takes a key for the typed folder, or as the answer to the question.
  ///
  /// - Returns: the command that it completes; nil if there is none, or if the key was the answer.
  mutating func press(_ key: Key, into effects: inout [Effect]) -> Command? {
    if let question {
      self.question = nil
      if key != .character("y") { return nil }
      switch question {
      case .perform(let action, let items): start(action, on: items, into: &effects)
      case .undo: startUndo(isConfirmed: true, into: &effects)
      }
      return nil
    }
    switch prompt?.press(key) {
    case .isSubmitted: return submit()
    case .isCanceled: prompt = nil
    case .wantsFolders: effects.append(.files(.complete(prompt?.text ?? "")))
    case .repaints: return .repaint
    case .isTyped, nil: break
    }
    return nil
  }

  private mutating func submit() -> Command? {
    guard let done = prompt else { return nil }
    prompt = nil
    guard !done.text.isEmpty else { return nil }
    latestFolder = done.text
    return .files(done.kind == .move ? .move(to: done.text) : .copy(to: done.text))
  }

  /// Stops the action that runs, if there is one.
  mutating func stop(into effects: inout [Effect]) {
    if progress != nil { effects.append(.files(.stop)) }
  }

  private mutating func startUndo(isConfirmed: Bool, into effects: inout [Effect]) {
    progress = (0, 1)
    effects.append(.files(.undo(isConfirmed: isConfirmed)))
  }

  private mutating func start(
    _ action: FileAction, on items: RangeSet<Int>, into effects: inout [Effect]
  ) {
    self.items = items
    progress = (0, items.memberCount)
    effects.append(.files(.perform(action, items)))
  }
}

// MARK: - News

extension Acting {
  /// Follows an action.
  ///
  /// - Returns: a message for the person, if any, and the items whose files have gone or come.
  mutating func receive(
    _ news: FileNews, on marks: Marks, over items: AnyItemSnapshot
  ) -> (notice: String?, changed: [ItemID]) {
    switch news {
    case .isOn(let done, let all): progress = (done, all)
    case .recovered(let sentence): return (sentence, [])
    case .asks(let action): (progress, question) = (nil, .undo(action))
    case .folders(let folders, let text): prompt?.offer(folders, for: text)
    case .ended(let outcome):
      progress = nil
      return (outcome.sentence, record(outcome, on: marks).filter { items.place(of: $0) != nil })
    }
    return (nil, [])
  }

  /// Records an action or its undo, and returns the items that it concerns.
  private mutating func record(_ outcome: FileOutcome, on marks: Marks) -> [ItemID] {
    guard outcome.count > 0 else { return [] }
    var concerned = items
    if outcome.kind == .broughtBack {
      concerned = actions.popLast()?.items ?? RangeSet()
    } else {
      if actions.count == Self.mostActions { actions.removeFirst() }
      actions.append(Done(items: items, latestMarks: marks.latestChange ?? 0))
    }
    return concerned.ranges.joined().map { ItemID(rawValue: $0) }
  }
}

extension FileAction {
  /// The action, before a number of pictures.
  fileprivate var words: String {
    switch self {
    case .trash: "move to the trash:"
    case .move(let folder): "move to \(folder):"
    case .copy(let folder): "copy to \(folder):"
    }
  }
}
