import Raster
import SourceItems

/// The contents of a configuration file: settings with their lines, and problems of the parts that are skipped.
package struct Configuration: Sendable {
  /// The most bytes of a file.
  package static let mostBytes = 64_000

  /// The tables that a file may have.
  package enum Section: String, CaseIterable, Sendable {
    case browse, keys, folders, colors
  }

  /// A name, its value, and the line of both.
  package struct Setting<Name: Hashable & Sendable, Value: Hashable & Sendable>: Hashable, Sendable
  {
    package let name: Name
    package let value: Value
    package let line: Int

    package init(_ name: Name, _ value: Value, line: Int) {
      self.name = name
      self.value = value
      self.line = line
    }
  }

  /// The names that a file may use.
  package struct Vocabulary: Sendable {
    let commands: [String]
    let colors: [String]
    let typedProblem: @Sendable (String) -> String?
    let home: String?

    /// - Parameters:
    ///   - commands: the names of the gallery's commands.
    ///   - colors: the names of the theme's colors.
    ///   - home: the home folder, for paths that begin with `~/`.
    ///   - typedProblem: says why the gallery does not understand a line that is typed after `:`; nil if it does.
    package init(
      commands: [String], colors: [String], home: String?,
      typedProblem: @escaping @Sendable (String) -> String?
    ) {
      self.commands = commands
      self.colors = colors
      self.home = home
      self.typedProblem = typedProblem
    }
  }

  /// The options of `browse`, whose names and values only the command line's parser knows.
  package var options: [Setting<String, OptionValue>] = []
  package var keys: [Setting<Key, KeyAction>] = []
  /// The folders of the letters that move and copy, as absolute paths.
  package var folders: [Setting<Character, String>] = []
  package var colors: [Setting<String, Color>] = []
  package var problems: [ConfigurationProblem] = []

  package init() {}

  /// Reads a file's bytes.
  ///
  /// A syntax error makes all of it one problem.
  package init(_ bytes: [UInt8], _ vocabulary: Vocabulary) {
    guard bytes.count <= Self.mostBytes else {
      problems = [
        ConfigurationProblem(
          line: nil, sentence: "the file has more than \(Self.mostBytes / 1_000) KB, and is ignored"
        )
      ]
      return
    }
    do {
      let document = try TOMLValue.document(bytes)
      for entry in document.entries ?? [] { read(entry, vocabulary) }
    } catch {
      problems = [
        ConfigurationProblem(line: error.line, sentence: "\(error.sentence) (the file is ignored)")
      ]
    }
    problems.sort { ($0.line ?? 0) < ($1.line ?? 0) }
  }

  private mutating func read(_ entry: TOMLValue.Entry, _ vocabulary: Vocabulary) {
    guard let section = Section(rawValue: entry.key) else {
      return complain(about: entry, unknownSection(entry))
    }
    guard let entries = entry.value.entries else {
      return complain(about: entry, "\(entry.key) is a table: write [\(entry.key)]")
    }
    for setting in entries {
      let (key, value) = (setting.key, setting.value)
      do {
        switch section {
        case .browse:
          options.append(Setting(key, try OptionValue(value, of: key), line: value.line))
        case .keys:
          let action = try KeyAction(value, of: key, vocabulary)
          keys.append(Setting(try Key(configured: key), action, line: value.line))
        case .folders: folders.append(try folder(setting, vocabulary))
        case .colors: colors.append(try color(setting, vocabulary))
        }
      } catch {
        complain(about: setting, error.sentence)
      }
    }
  }

  private mutating func complain(about entry: TOMLValue.Entry, _ sentence: String) {
    problems.append(ConfigurationProblem(line: entry.value.line, sentence: sentence))
  }

  private func unknownSection(_ entry: TOMLValue.Entry) -> String {
    let names = Section.allCases.map(\.rawValue)
    if let meant = NearestName.nearest(to: entry.key, among: names), entry.value.entries != nil {
      return "no table is named “\(entry.key)”: did you mean [\(meant)]?"
    }
    return entry.value.entries == nil
      ? "“\(entry.key)” is in no table: write [browse] above options"
      : "no table is named “\(entry.key)”: the tables are \(names.joined(separator: ", "))"
  }

  private func folder(
    _ entry: TOMLValue.Entry, _ vocabulary: Vocabulary
  ) throws(SettingError) -> Setting<Character, String> {
    guard entry.key.count == 1, let letter = entry.key.first, letter.isLetter else {
      throw SettingError("“\(entry.key)” is no letter: folders have letters, such as p")
    }
    guard case .string(let text) = entry.value.content,
      let path = text.absolutePath(home: vocabulary.home)
    else {
      throw SettingError("\(entry.key) takes a folder, as \"/…\" or \"~/…\"")
    }
    return Setting(letter, path, line: entry.value.line)
  }

  private func color(
    _ entry: TOMLValue.Entry, _ vocabulary: Vocabulary
  ) throws(SettingError) -> Setting<String, Color> {
    guard vocabulary.colors.contains(entry.key) else {
      throw SettingError(
        "no color is named “\(entry.key)”"
          + SettingError.advice(for: entry.key, among: vocabulary.colors))
    }
    guard case .string(let text) = entry.value.content, let color = Color(hexadecimal: text) else {
      throw SettingError("\(entry.key) takes a color, as \"#F2B84B\"")
    }
    return Setting(entry.key, color, line: entry.value.line)
  }
}

/// The reason why a setting is skipped.
package struct SettingError: Error {
  package let sentence: String

  init(_ sentence: String) { self.sentence = sentence }

  /// The nearest name, or all of them, as the rest of a sentence.
  static func advice(for name: String, among names: [String]) -> String {
    NearestName.nearest(to: name, among: names).map { ": did you mean \($0)?" }
      ?? ": there are \(names.joined(separator: ", "))"
  }
}

extension String {
  /// An absolute path, with the home folder in place of `~`; nil for other texts.
  func absolutePath(home: String?) -> String? {
    // A character may join the slash and its neighbor, and bytes have no such neighbors.
    if utf8.contains(0) { return nil }
    if utf8.starts(with: "/".utf8) { return self }
    guard let home, self == "~" || utf8.starts(with: "~/".utf8) else { return nil }
    return home + String(decoding: utf8.dropFirst(), as: UTF8.self)
  }
}

extension Color {
  /// A color such as `#F2B84B`, with or without the mark.
  init?(hexadecimal text: String) {
    let digits = text.utf8.first == UInt8(ascii: "#") ? text.dropFirst() : text[...]
    let isPlain = digits.utf8.count == 6 && digits.allSatisfy { $0.isASCII && $0.isHexDigit }
    guard isPlain, let value = UInt32(digits, radix: 16) else { return nil }
    self.init(rawValue: value)
  }

  /// The color as `#F2B84B`.
  var hexadecimal: String {
    let digits = String(rawValue & 0xFF_FFFF, radix: 16, uppercase: true)
    return "#" + String(repeating: "0", count: 6 - digits.count) + digits
  }
}
