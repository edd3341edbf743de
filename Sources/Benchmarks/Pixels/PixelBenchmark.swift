import Foundation
import GalleryApp
import GalleryCore
import Raster
import TerminalUI

/// A benchmark of how much of a picture is visible in few colors, to an eye that blurs cells.
package enum PixelBenchmark {
  /// Prints a line for every color depth and symbol set, and for every file of other programs'
  /// cells.
  ///
  /// - Parameters:
  ///   - picture: the path of a picture of 8x8 pixels a cell.
  ///   - shown: a folder of files named `COLORS.SYMBOLS.SETTINGS`, with escape sequences that show
  ///     the picture; nil for none.
  /// - Throws: `BenchFailure` for a file that is not a picture or can't be read, and
  ///   `PicturePlanes.UnknownGlyph`.
  package static func run(on picture: String, shown: String?) throws {
    let judge = PixelJudge(try SymbolSample(path: picture))
    for colors in ColorDepth.allCases where colors != .trueColor {
      for symbols in SymbolSet.allCases where symbols != .ascii {
        try judge.measure(symbols, colors)
      }
    }
    guard let shown else { return }
    for name in try FileManager.default.contentsOfDirectory(atPath: shown).sorted() {
      try judge.judge(name, FileBytes.read("\(shown)/\(name)"))
    }
  }
}

/// Compares cells with a picture, both through two blurs.
private struct PixelJudge {
  private let sample: SymbolSample
  private let inFocus: PicturePlanes
  private let outOfFocus: PicturePlanes

  /// The first 16 colors that chafa 1.12 assumes, used to judge its cells.
  private static let chafaColors: [Color] = [
    0x000000, 0x800000, 0x007000, 0x707000, 0x000070, 0x700070, 0x007070, 0xC0C0C0,
    0x404040, 0xFF0000, 0x00FF00, 0xFFFF00, 0x0000FF, 0xFF00FF, 0x00FFFF, 0xFFFFFF,
  ].map(Color.init(rawValue:))

  init(_ sample: SymbolSample) {
    self.sample = sample
    let parts = PixelSize(width: GlyphCoverage.across, height: GlyphCoverage.down)
    let planes = PicturePlanes(sample.pixels(perCell: parts))
    inFocus = planes.blurred(.cell)
    outOfFocus = planes.blurred(.bell)
  }

  func measure(_ symbols: SymbolSet, _ colors: ColorDepth) throws {
    let converter = CellConverter(symbols: symbols, colors: colors, background: Color(rawValue: 0))
    let pixels = sample.pixels(perCell: symbols.pixelsPerCell)
    var cells = converter.cells(of: pixels)
    let clock = SystemClock()
    let times = (0..<5).map { _ in
      let start = clock.threadCPU
      cells = converter.cells(of: pixels)
      return clock.threadCPU - start
    }
    let time = times.sorted()[2] / sample.cells.area * 7_200
    try write("ours", colors, symbols.rawValue, "\(time.milliseconds.figure)", cells)
  }

  func judge(_ name: String, _ bytes: [UInt8]) throws {
    let words = name.split(separator: ".", maxSplits: 2).map(String.init)
    guard words.count == 3, let colors = ColorDepth(rawValue: words[0]) else { return }
    let cells = CellImage(escapes: bytes, size: sample.cells, colors: Self.chafaColors)
    try write("shown", colors, words[1], words[2], cells)
  }

  /// Writes the ratio and the similarity for both blurs.
  private func write(
    _ maker: String, _ colors: ColorDepth, _ symbols: String, _ note: String, _ cells: CellImage
  ) throws {
    let shown = try PicturePlanes(
      cells, foreground: Color(rawValue: 0xFF_FFFF), background: Color(rawValue: 0))
    let figures = [(Blur.cell, inFocus), (.bell, outOfFocus)].map { blur, wanted in
      let seen = shown.blurred(blur)
      return colors == .mono
        ? Fidelity(of: seen.luma, to: wanted.luma) : Fidelity(of: seen, to: wanted)
    }
    let texts = figures.map { String(format: "%.2f %.3f", $0.signalToNoise, $0.similarity) }
    try StandardOutput.write(
      "\(maker) \(colors.rawValue) \(symbols) \(note) \(texts.joined(separator: " "))\n")
  }
}
