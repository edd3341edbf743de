import ArgumentParser
import Benchmarks
import Raster

/// The command that measures the cost of converting pictures to cells, and the cells' fidelity.
struct BenchSymbols: ParsableCommand {
  static let configuration = CommandConfiguration(
    commandName: "symbols",
    abstract: "Make cells of pictures with every set of symbols: time, and error as shown.",
    discussion: """
      A cell is taken for 8x8 pixels of a picture, as in chafa; each set gets their means over its \
      own pixels. Error is the peak signal-to-noise ratio of what the cells show against the \
      picture, every part of a cell filled with its color: at a twenty-fourth of a cell's height, \
      so that sextants are exact thirds as a terminal draws them. Times are processor time of the \
      thread, the median of the runs.
      """)

  @Argument(help: "Pictures; without any, a photo-like one and line art are made.")
  var pictures: [String] = []

  @Option(help: "Runs of which the median is printed.")
  var runs = 15

  @Option(help: "24bit, 256, 16, 8 or mono.")
  var colors = ColorDepth.trueColor

  @Option(help: "Judge the cells in this file instead, which are another program's, in 24 bits.")
  var shown: String?

  func validate() throws {
    guard (1...1_000).contains(runs) else { throw ValidationError("--runs takes 1 to 1000") }
    if shown != nil, pictures.count != 1 {
      throw ValidationError("--shown takes one picture, the one that is shown")
    }
  }

  func run() throws {
    if let shown, let picture = pictures.first {
      try SymbolBenchmark.judge(cells: shown, of: picture)
    } else {
      try SymbolBenchmark(runs: runs, colors: colors).run(on: pictures)
    }
  }
}

extension ColorDepth: ExpressibleByArgument {}
