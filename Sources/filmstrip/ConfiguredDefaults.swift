import ArgumentParser
import Configuration

/// The options of a configuration file, placed as arguments before a person's own.
///
/// So names, values and their messages are the parser's, and the last of two equal options counts.
struct ConfiguredDefaults {
  typealias Setting = Configuration.Setting<String, OptionValue>

  /// A command line with the options of the file that agree with it.
  struct Merged<Command> {
    let command: Command
    let kept: [Setting]
    let problems: [ConfigurationProblem]
  }

  private let settings: [Setting]
  private let home: String?

  /// - Parameter names: the only options to take; nil for all.
  init(_ file: ConfigurationFile, only names: Set<String>? = nil) {
    settings = file.options.filter { names?.contains($0.name) != false }
    home = file.home
  }

  /// Parses a command line together with the file's options.
  ///
  /// An option of the file that contradicts the person's yields without a message.
  ///
  /// - Parameter parse: parses arguments, and throws if they are wrong.
  /// - Throws: the error about the person's own arguments.
  func merged<Command>(
    with own: [String], _ parse: ([String]) throws -> Command
  ) throws -> Merged<Command> {
    if isValid(settings), let command = try? parse(arguments(of: settings) + own) {
      return Merged(command: command, kept: settings, problems: [])
    }
    let names = OptionNames()
    var (kept, problems): ([Setting], [ConfigurationProblem]) = ([], [])
    for setting in settings {
      if let sentence = problem(of: setting, beside: kept, names) {
        problems.append(ConfigurationProblem(line: setting.line, sentence: sentence))
      } else if (try? parse(arguments(of: kept + [setting]) + own)) != nil {
        kept.append(setting)
      } else if let sentence = contradiction(of: setting, with: kept, names, parse) {
        problems.append(ConfigurationProblem(line: setting.line, sentence: sentence))
      }
    }
    return Merged(
      command: try parse(arguments(of: kept) + own), kept: kept, problems: problems)
  }

  /// Parses the arguments of a command other than `browse`; those of the caches take their options from the file too.
  static func command(of arguments: [String]) throws -> any ParsableCommand {
    let command = try Filmstrip.parseAsRoot(arguments)
    guard let location = (command as? any UsesCaches)?.location,
      let file = try location.file.read()
    else { return command }
    let words = arguments.prefix { !$0.hasPrefix("-") }.prefix(
      type(of: command) == Doctor.self ? 1 : 2)
    return try ConfiguredDefaults(file, only: ["cache-dir", "disk-limit"])
      .merged(with: Array(arguments.dropFirst(words.count))) {
        try Filmstrip.parseAsRoot(words + $0)
      }
      .command
  }

  private func arguments(of settings: [Setting]) -> [String] {
    settings.flatMap { $0.value.arguments(for: $0.name, home: home) }
  }

  private func isValid(_ settings: [Setting]) -> Bool {
    (try? ConfigurableOptions.parse(arguments(of: settings))) != nil
  }

  /// The contradiction of an option with others of the file; nil if it contradicts the person's only.
  private func contradiction<Command>(
    of setting: Setting, with kept: [Setting], _ names: OptionNames,
    _ parse: ([String]) throws -> Command
  ) -> String? {
    do {
      _ = try parse(arguments(of: kept + [setting]))
      return nil
    } catch {
      return names.sentence(error, about: setting.name)
    }
  }

  private func problem(
    of setting: Setting, beside kept: [Setting], _ names: OptionNames
  ) -> String? {
    if let sentence = names.problem(of: setting) { return sentence }
    do {
      _ = try ConfigurableOptions.parse(arguments(of: [setting]))
    } catch {
      return names.sentence(error, about: setting.name)
    }
    do {
      _ = try ConfigurableOptions.parse(arguments(of: kept + [setting]))
    } catch {
      return names.sentence(error, about: setting.name)
    }
    return nil
  }
}

/// A command that has the caches' folder as an option.
protocol UsesCaches {
  var location: CacheLocation { get }
}

extension Cache.Info: UsesCaches {}
extension Cache.Clear: UsesCaches {}
extension Cache.Warm: UsesCaches {}
extension Doctor: UsesCaches {}
