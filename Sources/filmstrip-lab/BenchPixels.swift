import ArgumentParser
import Benchmarks

/// The command that measures how well pictures are visible in few colors.
struct BenchPixels: ParsableCommand {
  static let configuration = CommandConfiguration(
    commandName: "pixels",
    abstract:
      "Measure how well 256 colors or fewer show a picture, at a distance where cells blur.",
    discussion: """
      The picture has 8x8 pixels a cell. Each line has the maker, the colors, the symbols, the \
      processor time in milliseconds of 7,200 cells, and peak signal-to-noise ratio and structural \
      similarity over two blurs: the mean of a cell, and a bell whose standard deviation is a \
      cell's width. Without colors, brightness is compared.
      """)

  @Argument(help: "A picture of 8x8 pixels a cell.") var picture: String

  @Option(help: "Also measure the cells in this folder's files, named COLORS.SYMBOLS.SETTINGS.")
  var shown: String?

  func run() throws {
    try PixelBenchmark.run(on: picture, shown: shown)
  }
}
