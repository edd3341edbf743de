import ArgumentParser
import Foundation
import ImageDecoding
import Raster
import ScreenComparison

/// Looks at screenshots of terminals for `make terminals`.
@main struct ScreenJudge: ParsableCommand {
  static let configuration = CommandConfiguration(
    commandName: "screen-judge", subcommands: [Find.self, Compare.self, Same.self, Clean.self])
}

/// Prints where the cells of a terminal are, in the form that the other commands take.
struct Find: ParsableCommand {
  @Argument(help: "A screenshot of the calibration screen.") var screenshot: String
  @Argument(help: "The number of its cells.") var size: CellSize

  func run() throws {
    print(try CellLattice(calibration: PixelImage(screenshot: screenshot), size: size))
  }
}

/// Compares pairs of screenshots, `auto-NAME.png` and `symbols-NAME.png`.
///
/// It reads a line with the name and the number of cells for each. It prints the name, the mean
/// difference, that of the worst group, the column and the row of that group, and a verdict.
struct Compare: ParsableCommand {
  @Argument(help: "The first cell: WxH+X+Y in pixels.") var lattice: CellLattice
  @Argument(help: "The folder of the screenshots.") var folder: String
  @Flag(help: "The screens have 256 colors or fewer.") var dithered = false

  func run() throws {
    while let line = readLine() {
      let words = line.split(separator: " ").map(String.init)
      guard words.count == 2, let size = CellSize(argument: words[1]) else {
        throw ValidationError("'\(line)' is not a name and a number of cells")
      }
      let (auto, symbols) = try (
        halfBlocks(size, "auto", words[0]), halfBlocks(size, "symbols", words[0])
      )
      let difference = ScreenDifference(auto, symbols, isDithered: dithered)
      print(
        words[0], String(format: "%.1f %.1f", difference.mean, difference.worst),
        difference.worstCell.column, difference.worstCell.row,
        difference.isWithinLimits ? "right" : "wrong")
    }
  }

  private func halfBlocks(_ size: CellSize, _ run: String, _ name: String) throws -> PixelImage {
    try lattice.halfBlocks(
      size, of: PixelImage(screenshot: "\(folder)/\(run)-\(name).png"), isDithered: dithered)
  }
}

/// Prints how many cells differ; fails if more than one does, which may be a blinking cursor.
struct Same: ParsableCommand {
  @Argument(help: "The first cell: WxH+X+Y in pixels.") var lattice: CellLattice
  @Argument(help: "The number of cells.") var size: CellSize
  @Argument(help: "A screenshot.") var one: String
  @Argument(help: "Another screenshot.") var other: String

  func run() throws {
    let count = ScreenDifference.count(
      try lattice.cells(size, of: PixelImage(screenshot: one)),
      try lattice.cells(size, of: PixelImage(screenshot: other)))
    print(count)
    if count > 1 { throw ExitCode(1) }
  }
}

/// Prints how many cells of the last row are not blank; fails if more than one is, which may be the cursor.
struct Clean: ParsableCommand {
  @Argument(help: "The first cell: WxH+X+Y in pixels.") var lattice: CellLattice
  @Argument(help: "The number of cells.") var size: CellSize
  @Argument(help: "A screenshot.") var screenshot: String

  func run() throws {
    let cells = try lattice.cells(size, of: PixelImage(screenshot: screenshot))
    let count = ScreenDifference.countInLastRow(cells)
    print(count)
    if count > 1 { throw ExitCode(1) }
  }
}

extension PixelImage {
  /// Reads a screenshot at its own size.
  fileprivate init(screenshot path: String) throws {
    let bytes = try Data(contentsOf: URL(filePath: path))
    let whole = ImageTarget(size: PixelSize(width: 32_768, height: 32_768))
    self = try bytes.withUnsafeBytes {
      try ImageDecoder().decode($0, target: whole, limits: DecodeLimits(), isCancelled: { false })
    }
  }
}

extension CellLattice: ExpressibleByArgument {
  package init?(argument: String) { self.init(argument) }
}

extension CellSize: ExpressibleByArgument {
  package init?(argument: String) { self.init(argument) }
}
