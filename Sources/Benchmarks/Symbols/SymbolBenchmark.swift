import GalleryApp
import Raster
import TerminalUI

/// A benchmark of the cost of turning pictures into cells, and of the cells' fidelity.
package struct SymbolBenchmark {
  private let runs: Int
  private let colors: ColorDepth

  /// - Parameters:
  ///   - runs: the number of runs, whose median is printed; at least 1.
  ///   - colors: the color depth of the cells.
  package init(runs: Int, colors: ColorDepth) {
    self.runs = runs
    self.colors = colors
  }

  /// Prints a line for every symbol set on every picture.
  ///
  /// - Parameter pictures: the paths of pictures; if empty, a photo-like picture and line art are
  ///   generated.
  /// - Throws: `BenchFailure` for a file that is not a picture.
  package func run(on pictures: [String]) throws {
    let samples =
      try pictures.isEmpty ? SymbolSample.made : pictures.map { try SymbolSample(path: $0) }
    for sample in samples {
      for symbols in SymbolSet.allCases { try measure(symbols, on: sample) }
    }
  }

  /// Prints how much of a picture is visible in cells that another program wrote in 24-bit color.
  ///
  /// - Throws: `BenchFailure` for a file that is not a picture or can't be read.
  package static func judge(cells path: String, of picture: String) throws {
    let sample = try SymbolSample(path: picture)
    let cells = try CellImage(escapes: FileBytes.read(path), size: sample.cells)
    try StandardOutput.write(
      "\(sample.name) shown: \(sample.signalToNoise(of: cells).figure) dB\n")
  }

  private func measure(_ symbols: SymbolSet, on sample: SymbolSample) throws {
    let converter = CellConverter(
      symbols: symbols, colors: colors, background: Color(rawValue: 0))
    let pixels = sample.pixels(perCell: symbols.pixelsPerCell)
    var cells = converter.cells(of: pixels)
    let clock = SystemClock()
    let times = (0..<runs).map { _ in
      let start = clock.threadCPU
      cells = converter.cells(of: pixels)
      return clock.threadCPU - start
    }
    let time = times.sorted()[runs / 2]
    let noise =
      symbols == .ascii || colors == .mono ? "" : ", \(sample.signalToNoise(of: cells).figure) dB"
    try StandardOutput.write(
      "\(sample.name) \(symbols.rawValue): \(time.text) for \(sample.cells.area) cells, "
        + "\((time / sample.cells.area).text) each\(noise)\n")
  }
}
