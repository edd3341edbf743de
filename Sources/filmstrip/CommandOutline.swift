import ArgumentParser
import Foundation

/// The commands and their options, as the argument parser describes them.
struct CommandOutline: Decodable {
  let commandName: String
  let shouldDisplay: Bool
  private let subcommands: [CommandOutline]?
  private let arguments: [Argument]?

  /// An option, a flag or a positional argument.
  struct Argument: Decodable {
    struct Name: Decodable {
      let kind, name: String
    }
    let names: [Name]?
    let shouldDisplay: Bool
    let kind: String
    let sectionTitle, valueName, abstract: String?

    /// The long names, without dashes; a flag that can be turned off has two.
    var longNames: [String] { (names ?? []).filter { $0.kind == "long" }.map(\.name) }
  }

  private struct Dump: Decodable {
    let command: CommandOutline
  }

  /// The outline of the whole program; nil if the parser's description has another form.
  static func program() -> CommandOutline? {
    let dump = Data(Filmstrip._dumpHelp().utf8)
    return try? JSONDecoder().decode(Dump.self, from: dump).command
  }

  /// The subcommands that help shows.
  var commands: [CommandOutline] { (subcommands ?? []).filter(\.shouldDisplay) }

  /// The long options that help shows, with their dashes.
  var options: [String] {
    visibleArguments.flatMap(\.longNames).map { "--\($0)" }
  }

  /// The arguments that help shows.
  var visibleArguments: [Argument] { (arguments ?? []).filter(\.shouldDisplay) }

  /// The command that these arguments name, and its words; the default command if they name none.
  ///
  /// - Parameter name: the default command.
  func command(
    for arguments: [String], orElse name: String
  ) -> (words: [String], command: CommandOutline) {
    var (words, command) = ([String](), self)
    for argument in arguments {
      guard let next = command.commands.first(where: { $0.commandName == argument }) else { break }
      words.append(argument)
      command = next
    }
    guard words.isEmpty, let usual = commands.first(where: { $0.commandName == name }) else {
      return (words, command)
    }
    return ([], usual)
  }

  /// The words of every command below this one that has an option.
  func commands(with option: String) -> [[String]] {
    commands.flatMap { command in
      let below = command.commands(with: option)
      return (command.options.contains(option) ? [[]] : below).map { [command.commandName] + $0 }
    }
  }
}
