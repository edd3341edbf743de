import GalleryItems
import Raster

/// The person's actions on files: the folder or program typed, the question before an action, and the action under way.
///
/// An action is on the marked items, or else on the selected one.
package struct Acting: Sendable {
  /// A question that waits for a yes.
  private enum Question {
    case perform(FileAction, RangeSet<Int>, hidden: Int, hasPairs: Bool)
    /// The undo of an action of an earlier session, in words.
    case undo(String)
  }

  /// The folders of single letters, by the person's configuration.
  private let folders: [Character: String]
  private(set) var prompt: Prompt?
  /// The folder that was typed last.
  private var latestFolder = ""
  private var question: Question?
  /// Files that are done, of all, while an action runs.
  private var progress: (done: Int, all: Int)?
  /// The progress of the download under way.
  private var download: TileProgress?
  /// The ids of the items whose files this session has moved away.
  private(set) var gone = RangeSet<Int>()
  /// The numbers of the latest changes of marks before this session's actions, the oldest first; 0 without one.
  private var latestMarks: [Int] = []

  /// The number of actions whose order among changes of marks is known.
  private static let mostActions = 1_000

  init(folders: [Character: String] = [:]) { self.folders = folders }

  /// Whether nothing is typed, asked or done.
  var isAtRest: Bool { prompt == nil && question == nil && progress == nil }

  /// Whether the next key is for the typed folder or the question.
  var awaitsKey: Bool { prompt != nil || question != nil }

  /// The typed folder, the question, or the advance of the action; nil without any.
  var statusText: String? {
    if let prompt { return prompt.statusText }
    switch question {
    case .perform(let action, let items, let hidden, let hasPairs):
      let count = items.memberCount
      let pictures = count == 1 ? "1 picture" : "\(count) marked pictures"
      let filtered = hidden == 0 ? "" : ", \(hidden) hidden by the filter"
      let answers =
        hasPairs ? "y: raw files too, j: without them, r: only them" : "y: yes"
      return "\(action.words) \(pictures)\(filtered)? \(answers), other keys: no"
    case .undo(let action): return "undo \(action)? y: yes, other keys: no"
    case nil: break
    }
    return progress.map { done, all in
      let count = all > 1 ? "\(done) of \(all) pictures done" : nil
      let figures = ([count] + (download?.figures ?? [])).compactMap(\.self)
      return "\(figures.isEmpty ? "working" : figures.joined(separator: " · ")); Esc stops"
    }
  }
}

// MARK: - The person's commands

extension Acting {
  /// Carries out a command about files, a program, or the undo of an action or of marks.
  ///
  /// - Parameters:
  ///   - hidden: the number of marked items that a filter hides.
  ///   - selection: the place of the selected item.
  ///   - items: the shown items.
  ///   - source: all items.
  /// - Returns: a message for the person, if any.
  mutating func perform(
    _ command: Command, on marks: inout Marks, hidden: Int, or selection: Int,
    of items: AnyItemSnapshot, in source: AnyItemSnapshot, into effects: inout [Effect]
  ) -> String? {
    switch command {
    case _ where items.itemCount == 0 && command != .undo: break
    case .promptRun: prompt = Prompt(kind: .run)
    case .run(let line):
      let chosen = choose(from: &marks, or: selection, of: items, into: &effects)
      let run = ProgramRun(line, on: items.id(at: selection), marked: chosen)
      effects.append(.session(.run(run)))
    case .copyNames:
      let chosen = choose(from: &marks, or: selection, of: items, into: &effects)
      effects.append(.session(.copyNames(chosen)))
    case _ where progress != nil: return "another action runs; Esc stops it"
    case .copyPicture:
      progress = (0, 1)
      effects.append(.session(.copyPicture(items.id(at: selection))))
    case .undo:
      marks.dropRange()
      if let change = marks.latestChange, change > latestMarks.last ?? -1 {
        return marks.undo(in: source, into: &effects)
      }
      startUndo(isConfirmed: false, into: &effects)
    case .promptMove: prompt = Prompt(kind: .move, text: latestFolder, folders: folders)
    case .promptCopy: prompt = Prompt(kind: .copy, text: latestFolder, folders: folders)
    case .files(let action):
      let chosen = choose(from: &marks, or: selection, of: items, into: &effects)
      let hasPairs = source.hasPair(among: chosen)
      if marks.count > 1 || hidden > 0 || hasPairs {
        question = .perform(action, chosen, hidden: hidden, hasPairs: hasPairs)
      } else {
        start(action, on: chosen, .shown, into: &effects)
      }
    default: break
    }
    return nil
  }

  /// The ids of the marked items, with the open range, or else of the selected one.
  private func choose(
    from marks: inout Marks, or selection: Int, of items: AnyItemSnapshot,
    into effects: inout [Effect]
  ) -> RangeSet<Int> {
    marks.closeRange(to: selection, in: items, into: &effects)
    let selected = items.id(at: selection).rawValue
    return marks.count > 0 ? marks.marked : RangeSet(selected..<selected + 1)
  }

  /// Takes a key for the typed text, or as the answer to the question.
  ///
  /// - Returns: the command that it completes; nil if there is none, or if the key was the answer.
  mutating func press(_ key: Key, into effects: inout [Effect]) -> Command? {
    if let question {
      self.question = nil
      switch (question, key) {
      case (.perform(let action, let items, _, let hasPairs), .character("y")):
        start(action, on: items, hasPairs ? .both : .shown, into: &effects)
      case (.perform(let action, let items, _, hasPairs: true), .character("j")):
        start(action, on: items, .shown, into: &effects)
      case (.perform(let action, let items, _, hasPairs: true), .character("r")):
        start(action, on: items, .raws, into: &effects)
      case (.undo, .character("y")): startUndo(isConfirmed: true, into: &effects)
      default: break
      }
      return nil
    }
    if let prompt, prompt.kind != .run, prompt.isUntouched, case .character(let letter) = key,
      let folder = folders[letter]
    {
      return submit(folder)
    }
    switch prompt?.press(key) {
    case .isSubmitted: return submit(prompt?.text ?? "")
    case .isCanceled: prompt = nil
    case .wantsFolders: effects.append(.files(.complete(prompt?.text ?? "")))
    case .repaints: return .repaint
    case .isTyped, nil: break
    }
    return nil
  }

  /// The command that acts with a folder, or runs a program; nil for an empty text.
  private mutating func submit(_ text: String) -> Command? {
    let kind = prompt?.kind
    prompt = nil
    if text.isEmpty { return nil }
    if kind == .run { return .run(ProgramLine(typed: text)) }
    latestFolder = text
    return .files(kind == .move ? .move(to: text) : .copy(to: text))
  }

  /// Stops the action that runs.
  ///
  /// - Returns: whether there is one.
  mutating func stop(into effects: inout [Effect]) -> Bool {
    if progress != nil { effects.append(.files(.stop)) }
    return progress != nil
  }

  private mutating func startUndo(isConfirmed: Bool, into effects: inout [Effect]) {
    progress = (0, 1)
    effects.append(.files(.undo(isConfirmed: isConfirmed)))
  }

  private mutating func start(
    _ action: FileAction, on items: RangeSet<Int>, _ pairs: PairFiles,
    into effects: inout [Effect]
  ) {
    progress = (0, items.memberCount)
    effects.append(.files(.perform(action, items, pairs)))
  }
}

// MARK: - News

extension Acting {
  /// Follows an action.
  ///
  /// - Returns: a message for the person, if any.
  mutating func receive(
    _ news: FileNews, on marks: inout Marks, of source: AnyItemSnapshot,
    into effects: inout [Effect]
  ) -> String? {
    switch news {
    case .isOn(let done, let all): (progress, download) = ((done, all), nil)
    case .isReceiving(let receiving): if progress != nil { download = receiving }
    case .recovered(let sentence): return sentence
    case .copied(let sentence):
      (progress, download) = (nil, nil)
      return sentence
    case .asks(let action): (progress, question) = (nil, .undo(action))
    case .folders(let folders, let text): prompt?.offer(folders, for: text)
    case .ended(let outcome):
      (progress, download) = (nil, nil)
      if outcome.count > 0 { record(outcome, on: marks) }
      marks.drop(outcome.gone, into: &effects)
      gone = source.present(gone.union(outcome.gone).without(outcome.back))
      return outcome.sentence
    }
    return nil
  }

  /// Forgets items that are gone if the source no longer has them, or reads their files again.
  mutating func apply(_ change: SnapshotChange) {
    guard !gone.isEmpty else { return }
    let reloaded = RangeSet(change.reloaded.map { $0.rawValue..<$0.rawValue + 1 })
    gone = change.snapshot.present(gone).without(reloaded)
  }

  /// Records an action, or takes back the latest one.
  private mutating func record(_ outcome: FileOutcome, on marks: Marks) {
    if outcome.kind == .broughtBack {
      if !outcome.isStopped { _ = latestMarks.popLast() }
    } else {
      if latestMarks.count == Self.mostActions { latestMarks.removeFirst() }
      latestMarks.append(marks.latestChange ?? 0)
    }
  }
}

extension FileAction {
  /// The action, before a number of pictures.
  fileprivate var words: String {
    switch self {
    case .trash: "move to the trash:"
    case .move(let folder): "move to \(folder):"
    case .copy(let folder): "copy to \(folder):"
    case .download: "download:"
    }
  }
}

extension AnyItemSnapshot {
  /// The most items that are looked at before a question.
  private static let mostLooks = 10_000

  /// Whether one of the first items is of two files, such as a raw file and a JPEG.
  fileprivate func hasPair(among ids: RangeSet<Int>) -> Bool {
    places(of: ids).ranges.joined().prefix(Self.mostLooks).contains {
      item(atPlace: $0)?.companions.isEmpty == false
    }
  }
}
