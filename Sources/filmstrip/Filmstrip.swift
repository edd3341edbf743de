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
}

/// An option or command whose feature is not built yet: refused and named, never ignored.
struct NotBuiltYet: Error, CustomStringConvertible {
  let feature: String

  var description: String { "\(feature) is not built yet" }
}
