import Raster
import SourceItems

/// The action of a key that the person has bound.
package enum KeyAction: Hashable, Sendable {
  /// A command of the gallery, by its name.
  case command(String)
  /// A line as typed after `:`, without it.
  case typed(String)
  /// A program; the flag says whether it takes over the terminal.
  case program(CommandTemplate, takesTerminal: Bool)
  /// The key has no function.
  case nothing

  /// - Parameter name: the key's name, for messages.
  init(
    _ value: TOMLValue, of name: String, _ vocabulary: Configuration.Vocabulary
  ) throws(SettingError) {
    switch value.content {
    case .boolean(false): self = .nothing
    case .string(let text): try self.init(text, takesTerminal: false, vocabulary)
    case .table(let entries):
      var (run, takesTerminal): (String?, Bool) = (nil, false)
      for entry in entries {
        switch (entry.key, entry.value.content) {
        case ("run", .string(let text)): run = text
        case ("terminal", .boolean(let isTaken)): takesTerminal = isTaken
        default: throw Self.wrongKind(of: name)
        }
      }
      guard let run else { throw Self.wrongKind(of: name) }
      self = .program(try CommandTemplate(run, home: vocabulary.home), takesTerminal: takesTerminal)
    default: throw Self.wrongKind(of: name)
    }
  }

  private init(
    _ text: String, takesTerminal: Bool, _ vocabulary: Configuration.Vocabulary
  ) throws(SettingError) {
    if text.hasPrefix(":") {
      let line = String(text.dropFirst())
      if let problem = vocabulary.typedProblem(line) { throw SettingError(problem) }
      self = .typed(line)
      return
    }
    if vocabulary.commands.contains(text) {
      self = .command(text)
      return
    }
    let isWord = text.utf8.allSatisfy { byte in
      !" \t/{}".utf8.contains(byte)
    }
    if isWord {
      let meant = NearestName.nearest(to: text, among: vocabulary.commands)
      throw SettingError(
        "no command is named “\(text)”: "
          + (meant.map { "did you mean \($0)?" }
            ?? "filmstrip config show lists them; a program has a path or arguments, such as {}"))
    }
    self = .program(try CommandTemplate(text, home: vocabulary.home), takesTerminal: takesTerminal)
  }

  private static func wrongKind(of name: String) -> SettingError {
    SettingError(
      "\(name) takes a command, false for none, or { run = \"vim {}\", terminal = true }")
  }

  /// The action as TOML.
  package var toml: String {
    switch self {
    case .command(let name): name.tomlString
    case .typed(let line): ":\(line)".tomlString
    case .program(let template, takesTerminal: false): template.text.tomlString
    case .program(let template, takesTerminal: true):
      "{ run = \(template.text.tomlString), terminal = true }"
    case .nothing: "false"
    }
  }
}

extension Key {
  /// Finds the key that a person names as on a keyboard, in any case: one character, `PgUp`, `Ctrl-X`, `F5`.
  init(configured name: String) throws(SettingError) {
    if name.count == 1, let character = name.first, character.isSeen {
      self = .character(character)
      return
    }
    let word = name.lowercased()
    if let title = Self.others[word] {
      self = .other(title)
    } else if word == "tab" {
      self = .control("i")
    } else if let key = Key(name: word[...]), key.isNamed {
      self = key
    } else {
      let meant = NearestName.nearest(to: word, among: Self.words)
      throw SettingError(
        "no key is named “\(name)”"
          + (meant.map { ": did you mean \($0)?" }
            ?? ": write one character, \(Self.words.joined(separator: ", ")) or Ctrl-X"))
    }
    if self == .control("c") {
      throw SettingError("Ctrl-C always quits; choose another key")
    }
  }

  private static let words = [
    "Up", "Down", "Left", "Right", "PgUp", "PgDn", "Home", "End", "Enter", "Esc", "Backspace",
    "Space", "Tab", "Shift-Tab", "Insert", "Delete", "F1", "F12",
  ]
  /// The keys without a function of ours, by their titles in lower case.
  private static let others = Dictionary(
    uniqueKeysWithValues: (["Insert", "Delete", "Shift-Tab"] + (1...12).map { "F\($0)" }).map {
      ($0.lowercased(), $0)
    })

  /// Whether the key is one that a person names.
  private var isNamed: Bool {
    switch self {
    case .control(let letter): letter.isASCII && letter.isLowercase
    case .wheel, .click, .doubleClick, .paste, .other: false
    default: true
    }
  }

  /// The name that `init(configured:)` reads.
  package var configurationName: String {
    switch self {
    case .other(let title): title
    case .control("i"): "Tab"
    case .control(let letter): "Ctrl-\(letter.uppercased())"
    case .character(" "): "Space"
    case .character(let character): String(character)
    default: Self.words.first { $0.lowercased() == name } ?? name
    }
  }
}

extension Character {
  /// Whether a person can type it: a keyboard's control characters are keys of their own.
  fileprivate var isSeen: Bool {
    unicodeScalars.allSatisfy { ![.control, .format].contains($0.properties.generalCategory) }
  }
}
