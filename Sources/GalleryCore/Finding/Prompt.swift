import Keys
import Raster

/// The line in which a command or a search text is typed.
struct Prompt: Hashable, Sendable {
  enum Kind: Hashable, Sendable {
    case command, search
  }

  static let longest = 200

  let kind: Kind
  private(set) var text = ""
  /// The text from which Tab goes through several completions; nil after any other key.
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

  /// The words that may come next in a command, from all that is known of them to the fewest.
  var hints: [[String]] { kind == .command ? CommandText(stem ?? text).hints : [] }

  /// What a key means for the line.
  enum Outcome: Hashable, Sendable {
    case isTyped, isSubmitted, isCanceled
    /// The person wants the screen to be painted again.
    case repaints
  }

  /// Handles a key as a shell does; keys without a meaning in a line are ignored.
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

  /// Completes a command; where several fit, each Tab takes the next one.
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
