import ArgumentParser

/// The command group of measurements of the program itself.
struct Bench: ParsableCommand {
  static let configuration = CommandConfiguration(
    abstract: "Measure what frames and loads cost, and what prefetching is worth.",
    subcommands: [
      BenchFrames.self, BenchSymbols.self, BenchPixels.self, BenchSixels.self, BenchLoads.self,
      BenchScroll.self, BenchPrefetch.self,
    ])
}
