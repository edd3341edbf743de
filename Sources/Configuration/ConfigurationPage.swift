import Raster

/// The values in force, or a template of them, as a configuration file with comments.
///
/// A value of the program is a comment, so that the page, read again, says what the person has said.
package struct ConfigurationPage {
  /// The place that decides a value.
  package enum Origin: Hashable, Sendable {
    case flag
    /// A variable of the environment.
    case environment(String)
    case file(line: Int)
  }

  /// An option of the command line.
  package struct Option: Hashable, Sendable {
    package let name: String
    package let group: String
    package let isFlag: Bool
    /// The sentence of the command line's help, which ends with the default in parentheses.
    package let help: String

    package init(name: String, group: String, isFlag: Bool, help: String) {
      self.name = name
      self.group = group
      self.isFlag = isFlag
      self.help = help
    }
  }

  /// An option's value that is not the program's.
  package struct Chosen: Hashable, Sendable {
    package let value: OptionValue
    package let origin: Origin

    package init(_ value: OptionValue, _ origin: Origin) {
      self.value = value
      self.origin = origin
    }
  }

  package var options: [Option] = []
  package var chosen: [String: Chosen] = [:]
  /// The person's keys, folders and colors.
  package var settings = Configuration()
  /// The program's keys with the names of their commands, in the order of the help screen.
  package var keys: [(key: Key, command: String)] = []
  /// The program's colors on a dark and on a light background.
  package var colors: [(name: String, dark: Color, light: Color)] = []
  /// Whether options have their help above them, as a template does.
  package var hasHelp = false

  package init() {}

  /// The page, with a line feed at its end.
  package var text: String {
    [browseTable, keyTable, folderTable, colorTable].map { $0.joined(separator: "\n") }
      .joined(separator: "\n\n") + "\n"
  }

  private var browseTable: [String] {
    var lines = ["[browse]"]
    var group: String?
    for option in options {
      if option.group != group { lines += ["", "# \(option.group)"] }
      group = option.group
      if hasHelp { lines += Self.comment(option.help) }
      if let chosen = chosen[option.name] {
        lines.append(
          Self.line(option.name, chosen.value.toml, Self.remark(chosen.origin)))
      } else {
        let value = option.defaultValue.map { " \($0)" } ?? ""
        lines.append("# \(option.name) =\(value)\(Self.margin)# default")
      }
    }
    return lines
  }

  private var keyTable: [String] {
    let own = Set(settings.keys.map(\.name))
    let lines = settings.keys.map {
      Self.line($0.name.configurationName, $0.value.toml, Self.remark(.file(line: $0.line)))
    }
    let defaults = keys.filter { !own.contains($0.key) }.map { key, command in
      "# \(key.configurationName.tomlKey) = \(command.tomlString)"
    }
    return ["[keys]"] + lines + defaults
  }

  private var folderTable: [String] {
    let lines = settings.folders.map {
      Self.line(String($0.name), $0.value.tomlString, Self.remark(.file(line: $0.line)))
    }
    return ["[folders]"] + lines
  }

  private var colorTable: [String] {
    let own = Set(settings.colors.map(\.name))
    let lines = settings.colors.map {
      Self.line($0.name, $0.value.hexadecimal.tomlString, Self.remark(.file(line: $0.line)))
    }
    let defaults = colors.filter { !own.contains($0.name) }.map { name, dark, light in
      "# \(name) = \(dark.hexadecimal.tomlString)\(Self.margin)# \(light.hexadecimal) on a light background"
    }
    return ["[colors]"] + lines + defaults
  }

  private static let margin = "  "

  private static func line(_ key: String, _ value: String, _ remark: String) -> String {
    "\(key.tomlKey) = \(value)\(margin)# \(remark)"
  }

  private static func remark(_ origin: Origin) -> String {
    switch origin {
    case .flag: "flag"
    case .environment(let name): "environment: \(name)"
    case .file(let line): "file, line \(line)"
    }
  }

  /// The sentence as lines of comments.
  private static func comment(_ sentence: String) -> [String] {
    var lines = [""]
    for word in sentence.split(whereSeparator: \.isWhitespace) {
      if lines[lines.count - 1].count + word.count > 77 { lines.append("") }
      lines[lines.count - 1] += " \(word)"
    }
    return [""] + lines.map { "#\($0)" }
  }
}

extension ConfigurationPage.Option {
  /// The default as TOML, if the help names one word; a flag is off unless it names another.
  var defaultValue: String? {
    let text = help.text(behind: "(default: ")
    if isFlag { return text?.hasPrefix("--no-") == false ? "true" : "false" }
    let word = text?.prefix { !", ;".contains($0) } ?? ""
    guard !word.isEmpty, text?.dropFirst(word.count).first != " " else { return nil }
    return OptionValue.text(String(word)).toml
  }
}

extension String {
  /// The text from a mark to the next closing parenthesis; nil without the mark.
  fileprivate func text(behind mark: String) -> Substring? {
    guard let start = firstRange(of: mark)?.upperBound else { return nil }
    return self[start...].prefix { $0 != ")" }
  }
}
