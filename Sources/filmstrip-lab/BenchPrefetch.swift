import ArgumentParser
import Benchmarks
import GalleryApp
import PrefetchLab

/// The command that runs the laboratory: every policy in virtual time.
struct BenchPrefetch: ParsableCommand {
  static let configuration = CommandConfiguration(
    commandName: "prefetch",
    abstract: "Play traces over links with every policy, in virtual time.",
    discussion: """
      Prints what they come to, how near that is to what a clairvoyant could do, and whether the bars \
      are reached that adaptive is held to. The same seed gives the same bytes.
      """)

  @Option(help: TraceChoice.help) var trace: [TraceChoice] = []

  @Option(help: Link.help) var link: [Link] = []

  @OptionGroup var own: OwnLinks

  @Option(help: "How pictures are loaded ahead.") var prefetch: [ComparedPolicy] = []

  @Option(
    help: ArgumentHelp(
      "What sizes, latencies and the trace are drawn from; 1 unless given. Several are judged together."
    ))
  var seed: [UInt64] = []

  @Flag(help: "Print JSON.")
  var json = false

  @Flag(inversion: .prefixedNo, help: "Look for the clairvoyant bound.")
  var bound = true

  @Option(help: ArgumentHelp("Write a plot for every link there, as SVG.", valueName: "folder"))
  var plots: String?

  func run() throws {
    let links = link + own.read()
    if let twice = links.first(where: { one in links.count { $0.name == one.name } > 1 }) {
      Exit.fail(.usage, "two links are called \(twice.name): name them differently")
    }
    let seeds = seed.isEmpty ? [1] : seed
    if let twice = seeds.first(where: { one in seeds.count { $0 == one } > 1 }) {
      Exit.fail(.usage, "the seed \(twice) stands twice")
    }
    let laboratories = seeds.map { seed in
      Laboratory(
        // The traces are read first, so that an error in a recording is reported immediately and not after minutes.
        traces: (trace.isEmpty ? TraceChoice.all : trace).map { $0.trace(seed: seed) },
        links: links.isEmpty ? Link.library : links,
        policies: prefetch.isEmpty ? ComparedPolicy.allCases : prefetch, seed: seed,
        isBounded: bound)
    }
    try LaboratoryBenchmark(laboratories).run(asJSON: json, plots: plots)
  }
}
