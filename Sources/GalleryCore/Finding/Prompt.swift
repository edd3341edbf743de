import Raster

/// The line for typing a command, a text to search for, a folder or a program.
struct Prompt: Hashable, Sendable {
  enum Kind: Hashable, Sendable {
    case command, search, filter
    /// A folder to move or copy files to.
    case move, copy
    /// A program to run, with its arguments.
    case run
  }

  static let longest = 200

  let kind: Kind
  private(set) var text: String
  /// The typed text while Tab cycles through completions; nil after any other key.
  private var stem: String?

  /// The folders that continue the text, for Tab; empty after any other key.
  private var folders: [String] = []
  /// The folders of single letters, in words; empty once a key was pressed.
  private var letters: [String]
  /// Whether no key was pressed.
  private(set) var isUntouched = true
  /// The lines typed before, the latest one last, and the text typed now.
  private var lines: [String]
  /// The index of the shown line.
  private var line: Int

  /// - Parameters:
  ///   - text: the text at first.
  ///   - folders: the folders of single letters, for the first key.
  ///   - history: the lines typed before, for ↑ and ↓.
  init(
    kind: Kind, text: String = "", folders: [Character: String] = [:], history: [String] = []
  ) {
    self.kind = kind
    self.text = text
    lines = history + [text]
    line = history.count
    letters = folders.sorted { $0.key < $1.key }.map { "\($0) \($1)" }
  }

  var label: String {
    switch kind {
    case .command: ":\(text)"
    case .search: "/\(text)"
    case .filter: "&\(text)"
    case .move: "move to: \(text)"
    case .copy: "copy to: \(text)"
    case .run: "!\(text)"
    }
  }

  /// The line with its cursor.
  var statusText: String { label + "▏" }

  /// The possible next words of a command, from the longest hint to the shortest.
  var hints: [[String]] {
    switch kind {
    case .command: CommandText(stem ?? text).hints
    case .search, .filter: []
    case .run:
      [
        ["{} the picture", "{marked} all marked", "{folder}", "{url}", "! takes the terminal"],
        ["{} {marked} {folder} {url}", "! takes the terminal"], ["{} {marked} {folder} {url}"],
      ]
    case .move, .copy:
      (letters.isEmpty ? [] : [letters]) + [["Tab completes, Esc goes back"]]
    }
  }

  /// The effect of a key on the prompt.
  enum Outcome: Hashable, Sendable {
    case isTyped, isSubmitted, isCanceled
    /// The screen must be repainted.
    case repaints
    /// The folders that continue the text are wanted; see `offer`.
    case wantsFolders
  }

  /// Handles a key like a shell; keys without a function are ignored.
  mutating func press(_ key: Key) -> Outcome {
    (isUntouched, letters) = (false, [])
    if key == .control("i") { return complete() }
    (stem, folders) = (nil, [])
    switch key {
    case .enter: return .isSubmitted
    case .escape, .control("c"): return .isCanceled
    case .backspace where text.isEmpty: return .isCanceled
    case .control("l"): return .repaints
    case .up: recall(line - 1)
    case .down: recall(line + 1)
    default: edit(with: key)
    }
    return .isTyped
  }

  /// Completes a command or a folder; each Tab takes the next of several completions.
  private mutating func complete() -> Outcome {
    switch kind {
    case .search, .filter, .run: break
    case .command: complete(with: CommandText(stem ?? text).completions)
    case .move, .copy:
      if folders.isEmpty { return .wantsFolders }
      complete(with: folders)
    }
    return .isTyped
  }

  private mutating func complete(with completions: [String]) {
    guard let first = completions.first else { return }
    if completions.count > 1 { stem = stem ?? text }
    let next = completions.firstIndex(of: text).map { ($0 + 1) % completions.count }
    text = next.map { completions[$0] } ?? first
  }

  /// Shows another line of the history, or the typed one again.
  private mutating func recall(_ line: Int) {
    guard lines.indices.contains(line) else { return }
    if self.line == lines.count - 1 { lines[self.line] = text }
    self.line = line
    text = lines[line]
  }

  /// Takes the folders that continue a text, unless the person has typed on.
  mutating func offer(_ folders: [String], for text: String) {
    guard text == self.text else { return }
    // After a single one, Tab looks into it.
    self.folders = folders.count > 1 ? folders : []
    complete(with: folders)
  }

  private mutating func edit(with key: Key) {
    switch key {
    case .character(let character) where text.count < Self.longest: text.append(character)
    case .paste(let pasted): append(pasted)
    case .backspace where !text.isEmpty: text.removeLast()
    case .control("u"): text = ""
    case .control("w"): removeLastWord()
    default: break
    }
  }

  /// Appends the first line of a text, without its control characters.
  private mutating func append(_ pasted: String) {
    let line = pasted.prefix { !$0.isNewline }.unicodeScalars.filter {
      $0.properties.generalCategory != .control
    }
    text += String(String.UnicodeScalarView(line)).prefix(Self.longest - text.count)
  }

  /// Removes the last word and the blanks after it.
  private mutating func removeLastWord() {
    while text.last == " " { text.removeLast() }
    while let last = text.last, last != " " { text.removeLast() }
  }
}
