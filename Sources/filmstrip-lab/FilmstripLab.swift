import ArgumentParser
import GalleryApp
import Glibc
import ImageDecoding

/// The command line of the benchmarks and the prefetching laboratory.
@main struct FilmstripLab: ParsableCommand {
  static let configuration = CommandConfiguration(
    commandName: "filmstrip-lab",
    abstract: "Measure what frames and loads cost, and what prefetching and changes are worth.",
    version: Version.line(for: "filmstrip-lab"),
    subcommands: [
      BenchFrames.self, BenchSymbols.self, BenchPixels.self, BenchSixels.self, BenchLoads.self,
      BenchScroll.self, BenchPrefetch.self, Compare.self,
    ])

  static func main() {
    DecodingChild.runIfAsked()
    let arguments = Array(CommandLine.arguments.dropFirst())
    do {
      var command = try parseAsRoot(arguments)
      try command.run()
      Exit.leave(by: .status(EXIT_SUCCESS))
    } catch {
      Exit.leave(
        by: exitCode(for: error).rawValue, saying: fullMessage(for: error), quoting: arguments)
    }
  }
}
