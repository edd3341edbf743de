import ArgumentParser
import Configuration
import Foundation
import GalleryApp
import GalleryCore
import Raster

/// The options that choose the configuration file.
struct ConfigurationChoice: ParsableArguments {
  @Option(
    help: ArgumentHelp(
      "Configuration file (default: filmstrip/config.toml in $XDG_CONFIG_HOME or ~/.config).",
      valueName: "file"), completion: .file())
  var config: String?

  @Flag(help: "Read no configuration file.")
  var noConfig = false

  func validate() throws {
    if noConfig, config != nil {
      throw ValidationError("--config and --no-config contradict each other")
    }
    if config?.isEmpty == true { throw ValidationError("--config takes a file") }
  }

  /// The path of the person's own file; nil without a home folder.
  static var personalPath: String? {
    SessionConfiguration.personalConfigurationFolder.map { "\($0)/config.toml" }
  }

  static var hasPersonalFile: Bool { personalPath.map { access($0, F_OK) == 0 } == true }

  /// The chosen path; nil without a home folder.
  var path: String? { config ?? Self.personalPath }

  /// Reads the chosen file; nil if there is none, or none is wanted.
  ///
  /// - Parameter isLeftOut: whether the person's own file is not read.
  func read(unlessNamed isLeftOut: Bool = false) throws -> ConfigurationFile? {
    if let config {
      guard access(config, R_OK) == 0 else {
        Exit.fail(.noInput, "--config \(config): \(String(cString: strerror(errno)))")
      }
      return ConfigurationFile(reading: config)
    }
    guard !noConfig, !isLeftOut, Self.hasPersonalFile, let path = Self.personalPath else {
      return nil
    }
    return ConfigurationFile(reading: path)
  }
}

/// A configuration file that was read, and what the program makes of it.
struct ConfigurationFile {
  let path: String
  private(set) var contents: Configuration
  let home = ProcessInfo.processInfo.environment["HOME"]

  /// Reads a file; one that can't be read is a problem of its contents.
  init(reading path: String) {
    do {
      self.init(try TextFile.read(path, atMost: 1_000_000), at: path)
    } catch {
      self.init("", at: path)
      contents.problems = [ConfigurationProblem(line: nil, sentence: "\(error)")]
    }
  }

  init(_ text: String, at path: String) {
    self.path = path
    contents = Configuration(Array(text.utf8), Self.vocabulary(home: home))
  }

  private static func vocabulary(home: String?) -> Configuration.Vocabulary {
    Configuration.Vocabulary(
      commands: Command.names.map(\.name), colors: ThemeColor.allCases.map(\.rawValue), home: home
    ) { line in
      do throws(CommandTextError) {
        return try Command.typed(line) == nil ? "the line behind : is empty" : nil
      } catch {
        return error.description
      }
    }
  }

  /// The options that count here: the environment has precedence over the file.
  var options: [ConfiguredDefaults.Setting] {
    contents.options.filter { $0.name != "colors" || !Self.forbidsColors }
  }

  /// Whether `NO_COLOR` is set (no-color.org).
  static var forbidsColors: Bool {
    ProcessInfo.processInfo.environment["NO_COLOR"]?.isEmpty == false
  }

  /// Sets keys and colors.
  ///
  /// - Returns: the problems of the contents.
  func apply(to view: inout SessionConfiguration.View) -> [ConfigurationProblem] {
    view.keys = EffectiveKeys(
      contents.keys.map { setting in
        switch setting.value {
        case .command(let name): .init(setting.name, Command.named(name), name: name)
        case .typed(let line):
          .init(setting.name, try? Command.typed(line), name: ":\(line)")
        case .program(let template, let takesTerminal):
          .init(
            setting.name, .run(ProgramLine(template.text, takesTerminal: takesTerminal)),
            name: template.text)
        case .nothing: .init(setting.name, nil, name: "")
        }
      },
      folders: Dictionary(contents.folders.map { ($0.name, $0.value) }) { $1 })
    for setting in contents.colors {
      if let name = ThemeColor(rawValue: setting.name) { view.colors[name] = setting.value }
    }
    return contents.problems
  }

  /// The problems as lines that name the file, in the order of its lines.
  func sentences(about problems: [ConfigurationProblem]) -> [String] {
    problems.sorted { ($0.line ?? 0) < ($1.line ?? 0) }.map { problem in
      path + (problem.line.map { ":\($0)" } ?? "") + ": \(problem.sentence)"
    }
  }

  /// The first problem in the words of a status line; nil without any.
  func notice(about problems: [ConfigurationProblem]) -> String? {
    guard let first = problems.min(by: { ($0.line ?? 0) < ($1.line ?? 0) }) else { return nil }
    return "configuration, \(first)" + (problems.count == 1 ? "" : " (\(problems.count - 1) more)")
  }

  /// The keys of ours that the file gives another function, as warnings.
  var warnings: [String] {
    contents.keys.compactMap { setting in
      guard let name = KeyBindings.command(for: setting.name)?.name,
        setting.value != .command(name)
      else { return nil }
      return "\(path):\(setting.line): warning: \(setting.name.configurationName) was \(name)"
    }
  }
}
