/// A program and its arguments, with placeholders for names.
///
/// Blanks separate arguments, quotes keep them together, and a backslash keeps the next character. No shell reads it:
/// a name fills its placeholder unchanged, whatever its bytes are.
package struct CommandTemplate: Hashable, Sendable {
  package enum Placeholder: String, CaseIterable, Sendable {
    /// The selected picture.
    case picture = "{}"
    /// All marked pictures, each as an argument; the selected one if there are none.
    case marked = "{marked}"
    case url = "{url}"
    /// The folder with the selected picture.
    case folder = "{folder}"
  }

  fileprivate enum Piece: Hashable, Sendable {
    case text(String)
    case placeholder(Placeholder)
  }

  /// The names that fill the placeholders, as bytes.
  ///
  /// Paths are absolute, so no program reads one as an option.
  package struct Names: Hashable, Sendable {
    package var picture: [UInt8]
    package var marked: [[UInt8]]
    package var url: [UInt8]
    package var folder: [UInt8]

    package init(picture: [UInt8], marked: [[UInt8]], url: [UInt8], folder: [UInt8]) {
      self.picture = picture
      self.marked = marked
      self.url = url
      self.folder = folder
    }
  }

  /// The template as the person wrote it.
  package let text: String
  private let words: [[Piece]]

  /// - Parameter home: the home folder, for arguments that begin with `~/`.
  /// - Throws: a sentence for the person.
  package init(_ text: String, home: String?) throws(SettingError) {
    self.text = text
    var reader = TemplateReader(text)
    words = try reader.words().map { word in
      guard case .text(let start) = word.first, start.utf8.starts(with: "~/".utf8),
        let path = start.absolutePath(home: home)
      else { return word }
      return [.text(path)] + word.dropFirst()
    }
    guard let program = words.first else { throw SettingError("the command is empty") }
    guard case .text(let name) = program.first, program.count == 1, !name.isEmpty else {
      throw SettingError("“\(text)” begins with no program")
    }
    for word in words where word.contains(.placeholder(.marked)) && word.count > 1 {
      throw SettingError("{marked} is an argument of its own, because it becomes one for each mark")
    }
  }

  /// The placeholders of the template.
  package var placeholders: Set<Placeholder> {
    Set(
      words.joined().compactMap { piece in
        if case .placeholder(let placeholder) = piece { placeholder } else { nil }
      })
  }

  /// The program and its arguments for the given names, as bytes without zeros at their ends.
  package func arguments(with names: Names) -> [[UInt8]] {
    words.flatMap { word -> [[UInt8]] in
      if word == [.placeholder(.marked)] {
        return names.marked.isEmpty ? [names.picture] : names.marked
      }
      return [
        word.flatMap { piece -> [UInt8] in
          switch piece {
          case .text(let text): Array(text.utf8)
          case .placeholder(.picture), .placeholder(.marked): names.picture
          case .placeholder(.url): names.url
          case .placeholder(.folder): names.folder
          }
        }
      ]
    }
  }
}

/// Splits a template into words, and words into pieces.
private struct TemplateReader {
  /// Words that only a shell understands.
  private static let operators: Set<String> = [
    "|", "||", "&", "&&", ";", ">", ">>", "<", "<<", "2>", "2>&1", "&>",
  ]

  private var rest: Substring
  private var pieces: [CommandTemplate.Piece] = []
  /// The text behind the last placeholder of the word; nil without any.
  private var text: String?
  /// Whether the word has a quote or a backslash, so that it is no operator.
  private var isQuoted = false

  init(_ text: String) { rest = text[...] }

  mutating func words() throws(SettingError) -> [[CommandTemplate.Piece]] {
    var words: [[CommandTemplate.Piece]] = []
    while let character = rest.popFirst() {
      switch character {
      case " ", "\t", "\n": try endWord(into: &words)
      case "'", "\"": try readQuoted(by: character)
      case "\\":
        guard let next = rest.popFirst() else { throw SettingError("a backslash is at the end") }
        append(next)
        isQuoted = true
      case "{": try readBrace()
      case "\0": throw SettingError("a command has no zero byte")
      default: append(character)
      }
    }
    try endWord(into: &words)
    return words
  }

  private mutating func append(_ character: Character) { text = (text ?? "") + String(character) }

  private mutating func endText() {
    if let text { pieces.append(.text(text)) }
    text = nil
  }

  private mutating func endWord(into words: inout [[CommandTemplate.Piece]]) throws(SettingError) {
    endText()
    if pieces.count == 1, !isQuoted, case .text(let word) = pieces[0],
      Self.operators.contains(word) || word.hasSuffix(";") || word.hasPrefix("$(")
        || word.hasPrefix("`")
    {
      throw SettingError("no shell reads “\(word)”: put the line into a script, and name that")
    }
    if !pieces.isEmpty { words.append(pieces) }
    pieces = []
    isQuoted = false
  }

  private mutating func readQuoted(by quote: Character) throws(SettingError) {
    guard let end = rest.firstIndex(of: quote) else {
      throw SettingError("a quote (\(quote)) has no end")
    }
    let quoted = rest[..<end]
    for placeholder in CommandTemplate.Placeholder.allCases
    where quoted.contains(placeholder.rawValue) {
      throw SettingError(
        "\(placeholder.rawValue) is in quotes: leave them out, a name is always one argument")
    }
    text = (text ?? "") + quoted
    isQuoted = true
    rest = rest[rest.index(after: end)...]
  }

  private mutating func readBrace() throws(SettingError) {
    let name = rest.prefix { $0.isLetter || $0 == "-" || $0 == "_" }
    guard rest[name.endIndex...].first == "}" else { return append("{") }
    guard let placeholder = CommandTemplate.Placeholder(rawValue: "{\(name)}") else {
      let names = CommandTemplate.Placeholder.allCases.map(\.rawValue)
      throw SettingError(
        "no placeholder is named {\(name)}"
          + SettingError.advice(for: "{\(name)}", among: names))
    }
    endText()
    pieces.append(.placeholder(placeholder))
    rest = rest[rest.index(after: name.endIndex)...]
  }
}
