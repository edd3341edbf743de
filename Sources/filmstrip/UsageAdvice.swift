import SourceItems

/// Advice about a command line that the argument parser refuses: the option or command that was probably meant.
enum UsageAdvice {
  /// The parser's message, with better advice in its first line if there is any, and the page of all options named.
  ///
  /// The parser suggests long options by replaced, added and missing letters. Here swapped letters, beginnings, commands
  /// and options of other commands are added.
  static func improved(
    _ message: String, for arguments: [String], in program: CommandOutline
  ) -> String {
    let message = message.replacing("'filmstrip browse --help'", with: "'filmstrip help options'")
    let (words, command) = program.command(for: arguments, orElse: "browse")
    for argument in arguments {
      let name = String(argument.prefix { $0 != "=" })
      let start = "Error: Unknown option '\(name)'"
      if name.hasPrefix("--"), message.hasPrefix(start) {
        guard let advice = advice(on: name, words, command, program) else { return message }
        return start + advice + rest(of: message.dropFirst(start.count))
      }
      let unexpected = "Error: Unexpected argument '\(argument)'"
      if message.hasPrefix(unexpected), !command.commands.isEmpty {
        let names = command.commands.map(\.commandName)
        guard let meant = NearestName.nearest(to: argument, among: names) else { return message }
        let line = (["filmstrip"] + words + [meant]).joined(separator: " ")
        return unexpected + ". Did you mean '\(line)'?" + message.dropFirst(unexpected.count)
      }
    }
    return message
  }

  private static func advice(
    on option: String, _ words: [String], _ command: CommandOutline, _ program: CommandOutline
  ) -> String? {
    if let other = program.commands(with: option).first {
      return ". It is an option of 'filmstrip \(other.joined(separator: " "))'."
    }
    let names = command.options + ["--help", "--version"]
    let bare = NearestName.nearest(
      to: String(option.dropFirst(2)), among: names.map { String($0.dropFirst(2)) })
    return bare.map { ". Did you mean '--\($0)'?" }
  }

  /// The message after the parser's own suggestion.
  private static func rest(of message: Substring) -> Substring {
    guard message.hasPrefix(". Did you mean"), let end = message.firstIndex(of: "\n") else {
      return message
    }
    return message[end...]
  }
}
