import ArgumentParser
import GalleryApp
import Glibc
import ImageDecoding
import ImageSources

/// The command line with its subcommands; `browse` is the default.
@main struct Filmstrip: ParsableCommand {
  static let configuration = CommandConfiguration(
    commandName: "filmstrip",
    abstract: "A scrolling image gallery for the terminal.",
    discussion: """
      Without a source it shows a demo: pictures from a server inside the program.
      """,
    version: Version.line(for: "filmstrip"),
    subcommands: [Browse.self, Profile.self, Serve.self, Cache.self, Doctor.self, Config.self],
    defaultSubcommand: Browse.self)

  /// Runs the program.
  ///
  /// Sources alone are not parsed, and other arguments first as those of `browse`, its default
  /// command. Parsing from the root would look at every subcommand first, a tenth of the work until
  /// the first frame.
  ///
  /// Errors are left to the root, which knows the program's name.
  static func main() {
    DecodingChild.runIfAsked()
    let arguments = Array(CommandLine.arguments.dropFirst())
    do {
      if let answer = Version.answer(to: arguments) ?? FirstHelp.page(for: arguments)
        ?? ShellCompletions.script(for: arguments)
      {
        try? StandardOutput.write(answer + "\n")
        Exit.leave(by: .status(EXIT_SUCCESS))
      }
      if arguments.first == "bench" {
        Exit.fail(
          .usage,
          "bench is a program of its own now: make build leaves filmstrip-lab in .build/release")
      }
      if let mistake = FirstHelp.mistake(in: arguments) { Exit.fail(.usage, mistake) }
      let isExplicit = arguments.first == "browse"
      let browsing = isExplicit ? Array(arguments.dropFirst()) : arguments
      if namesSourcesOnly(arguments), !ConfigurationChoice.hasPersonalFile {
        try Browse.run(
          SessionConfiguration(sources: SourceArguments.withPipedList(arguments)))
      } else if isExplicit || !isNamed(arguments.first), let browse = try? Browse.parse(browsing) {
        try browse.run(as: browsing)
      } else {
        var command = try ConfiguredDefaults.command(of: arguments)
        try command.run()
      }
      Exit.leave(by: .status(EXIT_SUCCESS))
    } catch {
      let status = exitCode(for: error)
      Exit.leave(
        by: status.rawValue, saying: message(of: error, status, for: arguments),
        quoting: arguments)
    }
  }

  /// The words that begin a command line of a command.
  static let names = ["browse", "profile", "serve", "cache", "doctor", "config", "help"]

  static func isNamed(_ argument: String?) -> Bool { argument.map(names.contains) == true }

  /// The parser's message; about wrong usage, with advice.
  private static func message(
    of error: any Error, _ status: ExitCode, for arguments: [String]
  ) -> String {
    let message = fullMessage(for: error)
    guard status == .validationFailure, let program = CommandOutline.program() else {
      return message
    }
    return UsageAdvice.improved(message, for: arguments, in: program)
  }

  /// Whether the arguments are only sources, so that no parser is needed.
  ///
  /// This is true for most starts. The parser would take half the work until the first frame: for
  /// each kind of option, it makes the runtime search all conformances of the program.
  private static func namesSourcesOnly(_ arguments: [String]) -> Bool {
    !isNamed(arguments.first) && arguments.allSatisfy { $0 == "-" || !$0.hasPrefix("-") }
  }
}
