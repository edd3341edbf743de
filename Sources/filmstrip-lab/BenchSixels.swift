import ArgumentParser
import Benchmarks

/// The command that judges sixels.
struct BenchSixels: ParsableCommand {
  static let configuration = CommandConfiguration(
    commandName: "sixels",
    abstract: "Judge what sixels show of a picture, and their size.",
    discussion: """
      Each line has the maker, for ours the processor time in milliseconds, the bytes, and the peak \
      signal-to-noise ratio: of the pixels, and of those blurred by a pixel.
      """)

  @Argument(help: "A picture.") var picture: String

  @Option(help: "The most colors.") var registers = 256

  @Option(help: "Judge the sixels in this folder's files too.")
  var shown: String?

  func validate() throws {
    guard 2...256 ~= registers else { throw ValidationError("There are 2 to 256 registers.") }
  }

  func run() throws {
    try SixelBenchmark.run(on: picture, registers: registers, shown: shown)
  }
}
