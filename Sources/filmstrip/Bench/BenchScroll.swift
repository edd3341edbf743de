import ArgumentParser
import Benchmarks
import GalleryApp
import Glibc
import PrefetchLab
import Prefetching

/// The command that asks the laboratory's question of the program itself.
struct BenchScroll: ParsableCommand {
  static let configuration = CommandConfiguration(
    commandName: "scroll",
    abstract: "Play a trace in real time, over a link that the server imitates.",
    discussion: """
      Prints what the trace came to, run by run, and what the laboratory says it comes to. A run lasts \
      as long as the trace.
      """)

  @Option(help: TraceChoice.help) var trace = TraceChoice.heldArrow

  @Option(help: Link.help) var link = Link.lte

  @Option(help: "How pictures are loaded ahead.") var prefetch = PrefetchPolicyName.adaptive

  @OptionGroup var chance: SeedOption

  @OptionGroup var repetition: RunOptions

  @Flag(help: "Print JSON.")
  var json = false

  @Flag(help: "Leave with 1 if the laboratory does not agree.")
  var check = false

  func validate() throws {
    if link.streams != nil {
      throw ValidationError("--link \(link.name): the server that imitates links has no HTTP/2")
    }
  }

  func run() throws {
    let benchmark = ScrollBenchmark(
      trace: trace.trace(seed: chance.seed), link: link, policy: prefetch, seed: chance.seed)
    let agrees = try benchmark.run(runs: repetition.runs, asJSON: json)
    Exit.leave(by: .status(check && !agrees ? EXIT_FAILURE : EXIT_SUCCESS))
  }
}
