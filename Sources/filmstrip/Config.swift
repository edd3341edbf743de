import ArgumentParser
import Configuration
import Foundation
import GalleryApp
import GalleryCore
import Raster

/// The command group that shows, edits and checks the configuration.
struct Config: ParsableCommand {
  static let configuration = CommandConfiguration(
    abstract: "Show, edit or check the configuration file.",
    discussion: """
      The file is filmstrip/config.toml in $XDG_CONFIG_HOME or ~/.config. It has defaults for options, keys and colors, \
      which options of the command line and NO_COLOR override. A part with a mistake is skipped, and reported with its \
      line.

        [browse]
        sort = "date"
        recursive = true
        watch = false

        [keys]
        x = "quit"
        F5 = ":overlay full"

        [colors]
        accent = "#F2B84B"
      """,
    subcommands: [Show.self, Edit.self, Check.self], defaultSubcommand: Show.self)

  /// The exit status for a file with problems: `EX_DATAERR` of sysexits.h.
  static let hasProblems = ExitCode(65)

  /// The command that prints the values in force.
  struct Show: ParsableCommand {
    static let configuration = CommandConfiguration(
      abstract: "Print the values in force and where they come from, as a configuration file.",
      discussion: "Options given here count as they would when pictures are shown.")

    @OptionGroup var file: ConfigurationChoice
    @OptionGroup var options: ConfigurableOptions

    func run() throws {
      let arguments = CommandLine.arguments.dropFirst(2)
      try run(as: Array(arguments.first == "show" ? arguments.dropFirst() : arguments))
    }

    /// - Parameter arguments: the options that this command was parsed from.
    func run(as arguments: [String]) throws {
      let read = try file.read()
      var page = ConfigurationPage.ofProgram()
      var problems = read?.contents.problems ?? []
      if let read {
        let merged = try ConfiguredDefaults(read).merged(with: arguments) { try Browse.parse($0) }
        problems += merged.problems
        for setting in merged.kept {
          page.chosen[setting.name] = .init(setting.value, .file(line: setting.line))
        }
        page.settings = read.contents
      }
      if ConfigurationFile.forbidsColors {
        page.chosen["colors"] = .init(.text("mono"), .environment("NO_COLOR"))
      }
      for (name, value) in page.given(in: arguments) { page.chosen[name] = .init(value, .flag) }
      try StandardOutput.write(page.text)
      read?.sentences(about: problems).forEach(StandardOutput.complain)
    }
  }

  /// The command that looks for mistakes.
  struct Check: ParsableCommand {
    static let configuration = CommandConfiguration(
      abstract: "Look for mistakes in the configuration file.",
      discussion: """
        Each mistake is a line with the file, its line and the cure. The exit status is 65 if there is one. Keys of the \
        program that have another command are warnings.
        """)

    @OptionGroup var file: ConfigurationChoice

    func run() throws {
      guard let read = try file.read() else {
        let path = file.path ?? "no home folder"
        return try StandardOutput.write("no configuration file: \(path)\n")
      }
      try Self.check(read)
    }

    /// Prints all problems and warnings, and leaves with the status for problems.
    static func check(_ file: ConfigurationFile) throws {
      let merged = try ConfiguredDefaults(file).merged(with: []) { try Browse.parse($0) }
      let problems = file.sentences(about: file.contents.problems + merged.problems)
      let lines = (problems + file.warnings).map { DisplayText.line($0) }
      try StandardOutput.write(lines.map { "\($0)\n" }.joined())
      if !problems.isEmpty { throw hasProblems }
    }
  }

  /// The command that opens the file in an editor.
  struct Edit: ParsableCommand {
    static let configuration = CommandConfiguration(
      abstract: "Open the configuration file in $VISUAL or $EDITOR, and check it afterwards.",
      discussion: "A file that does not exist is made, with all settings as comments.")

    @OptionGroup var file: ConfigurationChoice

    func run() throws {
      guard let path = file.path else {
        throw ValidationError("there is no home folder; name --config")
      }
      do { try Self.makeTemplate(at: path) } catch {
        Exit.fail(.cannotCreate, "\(path): \(error.localizedDescription)")
      }
      let editor = Editor()
      guard editor.edit(path) else {
        Exit.fail(.failure, "\(editor.name) has failed; the file is \(path)")
      }
      try Check.check(ConfigurationFile(reading: path))
    }

    /// Makes a file of comments, unless there is a file.
    static func makeTemplate(at path: String) throws {
      if access(path, F_OK) == 0 { return }
      let url = URL(fileURLWithPath: path)
      try FileManager.default.createDirectory(
        at: url.deletingLastPathComponent(), withIntermediateDirectories: true)
      var page = ConfigurationPage.ofProgram()
      page.hasHelp = true
      try Data(page.text.utf8).write(to: url, options: .withoutOverwriting)
    }
  }
}

extension ConfigurationPage {
  /// The page with the program's options, keys and colors.
  static func ofProgram() -> ConfigurationPage {
    var page = ConfigurationPage()
    page.options = OptionNames().options
    page.keys = KeyBindings.named.filter { $0.key != .control("c") }.map { ($0.key, $0.name) }
    page.colors = ThemeColor.allCases.map { ($0.rawValue, Theme.dark[$0], Theme.light[$0]) }
    return page
  }

  /// The options in arguments that the parser has accepted.
  func given(in arguments: [String]) -> [(String, OptionValue)] {
    var given: [(String, OptionValue)] = []
    var rest = arguments[...]
    while let argument = rest.popFirst() {
      if argument == "-r" { given.append(("recursive", .flag(true))) }
      guard argument.hasPrefix("--") else { continue }
      let parts = argument.dropFirst(2).split(separator: "=", maxSplits: 1)
      guard let name = parts.first.map(String.init) else { continue }
      if let option = options.first(where: { $0.name == name }) {
        let value = option.isFlag ? nil : parts.count == 2 ? String(parts[1]) : rest.popFirst()
        given.append((name, value.map(OptionValue.text) ?? .flag(true)))
      } else if name.hasPrefix("no-") {
        given.append((String(name.dropFirst(3)), .flag(false)))
      }
    }
    return given
  }
}
