import ArgumentParser
import Benchmarks

/// The command that measures the quality and cost of sixels.
struct BenchSixels: ParsableCommand {
  static let configuration = CommandConfiguration(
    commandName: "sixels",
    abstract: "Measure the quality and size of sixels.",
    discussion: """
      Each line has the maker, for ours the processor time in milliseconds, the bytes, and the peak \
      signal-to-noise ratio: of the pixels, and of those blurred by a pixel.
      """)

  @Argument(help: "A picture.") var picture: String

  @Option(help: "The most colors.") var registers = 256

  @Option(help: "Also measure the sixels in this folder's files.")
  var shown: String?

  func validate() throws {
    guard 2...256 ~= registers else { throw ValidationError("--registers takes 2 to 256") }
  }

  func run() throws {
    try SixelBenchmark.run(on: picture, registers: registers, shown: shown)
  }
}
