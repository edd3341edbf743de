import Raster

/// The line for typing a command or a search text.
struct Prompt: Hashable, Sendable {
  enum Kind: Hashable, Sendable {
    case command, search
  }

  static let longest = 200

  let kind: Kind
  private(set) var text = ""
  /// The typed text while Tab cycles through completions; nil after any other key.
  private var stem: String?

  init(kind: Kind) {
    self.kind = kind
  }

  var label: String {
    switch kind {
    case .command: ":\(text)"
    case .search: "/\(text)"
    }
  }

  /// The line with its cursor.
  var statusText: String { label + "▏" }

  /// The possible next words of a command, from the longest hint to the shortest.
  var hints: [[String]] { kind == .command ? CommandText(stem ?? text).hints : [] }

  /// The effect of a key on the prompt.
  enum Outcome: Hashable, Sendable {
    case isTyped, isSubmitted, isCanceled
    /// The screen must be repainted.
    case repaints
  }

  /// Handles a key like a shell; keys without a function are ignored.
  mutating func press(_ key: Key) -> Outcome {
    if key == .control("i") {
      complete()
      return .isTyped
    }
    stem = nil
    switch key {
    case .enter: return .isSubmitted
    case .escape, .control("c"): return .isCanceled
    case .backspace where text.isEmpty: return .isCanceled
    case .control("l"): return .repaints
    default: edit(with: key)
    }
    return .isTyped
  }

  /// Completes a command; each Tab takes the next of several completions.
  private mutating func complete() {
    guard kind == .command else { return }
    let completions = CommandText(stem ?? text).completions
    guard let first = completions.first else { return }
    if completions.count > 1 { stem = stem ?? text }
    let next = completions.firstIndex(of: text).map { ($0 + 1) % completions.count }
    text = next.map { completions[$0] } ?? first
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
