import ArgumentParser

/// The command line: a subcommand each, `browse` when none is named.
@main struct Filmstrip: ParsableCommand {
  static let configuration = CommandConfiguration(
    commandName: "filmstrip",
    abstract: "A scrolling image gallery for the terminal.",
    discussion: """
      Without a source it shows a demo: pictures from a server inside the program.
      """,
    version: "0.1.0",
    subcommands: [Browse.self, Serve.self, Bench.self, Cache.self],
    defaultSubcommand: Browse.self)

  /// Most runs are `browse` without being told: parsed at once, because parsing from the root looks
  /// at every subcommand first, a tenth of the work until the first frame.
  ///
  /// What is wrong is left to the root, which knows the program's name.
  static func main() {
    let arguments = Array(CommandLine.arguments.dropFirst())
    let isNamed = ["browse", "serve", "bench", "cache", "help"].contains(arguments.first)
    guard !isNamed, let browse = try? Browse.parse(arguments) else { return main(arguments) }
    do { try browse.run() } catch { exit(withError: error) }
  }
}
