/// The line in which a number or a search text is typed.
struct Prompt: Hashable, Sendable {
  enum Kind: Hashable, Sendable {
    case jump, search
  }

  static let longest = 200

  let kind: Kind
  var text = ""

  init(kind: Kind) {
    self.kind = kind
  }

  /// Takes away the last word, and blanks behind it, as a shell does.
  mutating func removeLastWord() {
    while text.last == " " { text.removeLast() }
    while let last = text.last, last != " " { text.removeLast() }
  }

  var label: String {
    switch kind {
    case .jump: ":\(text)"
    case .search: "/\(text)"
    }
  }
}
