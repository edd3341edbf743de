import Foundation
import GalleryApp
import GalleryCore
import Raster
import TerminalUI

/// A benchmark of how much of a picture its sixels show, and in how many bytes.
package enum SixelBenchmark {
  /// The size of a cell, for which the program sends a strip per row.
  private static let cell = PixelSize(width: 8, height: 16)

  /// Prints a line for our sixels, and for every file in a folder of other programs' sixels.
  ///
  /// - Parameters:
  ///   - picture: the path of a picture of 8x8 pixels a cell.
  ///   - registers: the most colors.
  ///   - shown: a folder of files with sixels of the picture; nil for none.
  /// - Throws: `BenchFailure` for a file that is no picture or can't be read, and
  ///   `UnknownSixels`.
  package static func run(on picture: String, registers: Int, shown: String?) throws {
    let image = try SymbolSample(path: picture).image
    let judge = SixelJudge(image)
    var rows: [[UInt8]] = []
    let clock = SystemClock()
    let times = (0..<7).map { _ in
      let start = clock.threadCPU
      let graphic = Graphic.sixel(
        of: image, id: 1, cell: cell, background: Color(rawValue: 0),
        registers: SixelRegisters(areOwn: true, count: registers))
      rows = graphic.payload.strips ?? []
      return clock.threadCPU - start
    }
    let strips = try rows.map { try SixelReader.picture(of: $0[...]) }
    try judge.write(
      "ours \(times.sorted()[3].milliseconds.figure)", bytes: rows.reduce(0) { $0 + $1.count },
      pixels: strips.flatMap(\.pixels))
    guard let shown else { return }
    for name in try FileManager.default.contentsOfDirectory(atPath: shown).sorted() {
      let bytes = try FileBytes.read("\(shown)/\(name)")
      let picture = try SixelReader.picture(of: bytes[...])
      try judge.write("shown \(name)", bytes: bytes.count, pixels: picture.pixels)
    }
  }
}

/// Compares sixels with a picture, unblurred and blurred.
private struct SixelJudge {
  private let size: PixelSize
  private let inFocus: PicturePlanes
  private let outOfFocus: PicturePlanes

  init(_ image: PixelImage) {
    size = image.size
    inFocus = PicturePlanes(image)
    outOfFocus = inFocus.blurred(.pixel)
  }

  /// Writes the bytes, and the ratio without and with a blur.
  func write(_ maker: String, bytes: Int, pixels: [UInt32]) throws {
    guard pixels.count == size.area else {
      throw UnknownSixels(description: "\(maker): \(pixels.count) pixels of \(size.area)")
    }
    let shown = PicturePlanes(PixelImage(size: size, pixels: pixels))
    let figures = [(shown, inFocus), (shown.blurred(.pixel), outOfFocus)].map { seen, wanted in
      String(format: "%.2f", Fidelity(of: seen, to: wanted).signalToNoise)
    }
    try StandardOutput.write("\(maker) \(bytes) \(figures.joined(separator: " "))\n")
  }
}
