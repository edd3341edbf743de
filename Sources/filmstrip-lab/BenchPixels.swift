import ArgumentParser
import Benchmarks

/// The command that judges what is seen of a picture in few colors.
struct BenchPixels: ParsableCommand {
  static let configuration = CommandConfiguration(
    commandName: "pixels",
    abstract:
      "Judge what is seen of a picture in 256 colors and fewer, seen from where cells blur.",
    discussion: """
      The picture has 8x8 pixels a cell. Each line has the maker, the colors, the symbols, the \
      processor time in milliseconds of 7,200 cells, and peak signal-to-noise ratio and structural \
      similarity over two blurs: the mean of a cell, and a bell whose standard deviation is a \
      cell's width. Without colors, brightness is compared.
      """)

  @Argument(help: "A picture of 8x8 pixels a cell.") var picture: String

  @Option(help: "Judge the cells in this folder's files too, COLORS.SYMBOLS.SETTINGS.")
  var shown: String?

  func run() throws {
    try PixelBenchmark.run(on: picture, shown: shown)
  }
}
