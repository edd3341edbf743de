import ArgumentParser

/// Measurements of the program itself.
struct Bench: ParsableCommand {
  static let configuration = CommandConfiguration(
    abstract: "Measure what frames and loads cost.",
    subcommands: [
      BenchFrames.self, BenchSymbols.self, BenchLoads.self, BenchScroll.self, BenchPrefetch.self,
    ])
}

/// The laboratory: named in the interface, not built yet.
struct BenchPrefetch: ParsableCommand {
  static let configuration = CommandConfiguration(commandName: "prefetch", shouldDisplay: false)

  @Argument(parsing: .allUnrecognized) var arguments: [String] = []

  func validate() throws {
    throw ValidationError(NotBuiltYet(feature: "bench prefetch").description)
  }
}
