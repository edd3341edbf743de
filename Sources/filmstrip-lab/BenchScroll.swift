import ArgumentParser
import Benchmarks
import GalleryApp
import Glibc
import PrefetchLab

/// The command that repeats the laboratory's measurements with the program itself.
struct BenchScroll: ParsableCommand {
  static let configuration = CommandConfiguration(
    commandName: "scroll",
    abstract: "Play a trace in real time, over a link that the server imitates.",
    discussion: """
      Prints the results of each run of the trace, and those of the laboratory. A run lasts as long as \
      the trace. Before the first, a screen is loaded without a link, to exclude the program's \
      one-time costs.
      """)

  @Option(help: TraceChoice.help) var trace = TraceChoice.heldArrow

  @Option(help: Link.help) var link = Link.lte

  @Option(
    help: ArgumentHelp(
      "A server of HTTP/2 that passes requests on to --port.",
      discussion: "It stands for a link of HTTP/2, whose handshake is left out.", valueName: "url"))
  var front: String?

  @Option(help: "The port of the server that imitates the link, which --front knows.")
  var port = 0

  @Option(help: "How pictures are loaded ahead.") var prefetch = ComparedPolicy.adaptive

  @OptionGroup var chance: SeedOption

  @OptionGroup var repetition: RunOptions

  @Flag(help: "Print JSON.")
  var json = false

  @Flag(help: "Leave with 1 if the laboratory does not agree.")
  var check = false

  func validate() throws {
    if link.streams != nil, front == nil {
      throw ValidationError(
        "--link \(link.name) is HTTP/2, which the server can't imitate: add --front")
    }
    if let front {
      if link.streams == nil {
        throw ValidationError("--link \(link.name) is HTTP/1, and --front stands for HTTP/2")
      }
      guard front.hasPrefix("https://"), !front.hasSuffix("/"), front.utf8.count > 8 else {
        throw ValidationError("--front is an address such as https://127.0.0.1:8443")
      }
    }
    if link.isMounted {
      throw ValidationError("--link \(link.name) can't be imitated by the server")
    }
    if front == nil ? port != 0 : !(1...65_535).contains(port) {
      throw ValidationError("--front and --port, 1 to 65535, belong together")
    }
  }

  func run() throws {
    let benchmark = ScrollBenchmark(
      trace: trace.trace(seed: chance.seed), link: link, policy: prefetch, seed: chance.seed,
      front: front.map { ScrollBenchmark.Front(address: $0, port: port) })
    let agrees = try benchmark.run(runs: repetition.runs, asJSON: json)
    Exit.leave(by: .status(check && !agrees ? EXIT_FAILURE : EXIT_SUCCESS))
  }
}
