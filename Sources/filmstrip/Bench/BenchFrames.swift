import ArgumentParser
import GalleryCore
import Raster

/// Frames of both presenters on a sink, and a held arrow key in real time.
struct BenchFrames: ParsableCommand {
  static let configuration = CommandConfiguration(
    commandName: "frames",
    abstract: "Phases and bytes of full repaints, one-row scrolls and page jumps; a held key.")

  @Argument(help: "Pictures in the tiles; without any, noise.")
  var pictures: [String] = []

  @Option(help: "Runs of which the medians are printed.")
  var runs = 3

  @Option(help: "Frames of each case in a run; fewer on screens of more than 12000 cells.")
  var frames = 60

  @Option(help: "Seconds for which the down arrow is held; 0 leaves that out.")
  var hold = 10

  func validate() throws {
    guard (1...100).contains(runs), (1...10_000).contains(frames), (0...600).contains(hold) else {
      throw ValidationError("--runs takes 1 to 100, --frames 1 to 10000, --hold 0 to 600")
    }
  }

  func run() throws {
    let sizes = [(80, 24), (200, 60), (400, 100)].map { CellSize(columns: $0.0, rows: $0.1) }
    let pictures = try FramePictures(paths: pictures)
    try StandardOutput.write(FrameCase.Result.heading)
    for size in sizes {
      for motion in FrameCase.Motion.allCases { try measure(motion, size, pictures) }
    }
    if hold > 0 { try HeldKey(seconds: hold, runs: min(runs, 3)).run() }
  }

  /// Prints a line for each mode, and how the two presenters compare in 24-bit colour.
  private func measure(
    _ motion: FrameCase.Motion, _ size: CellSize, _ pictures: FramePictures
  ) throws {
    var medians: [String: Double] = [:]
    let frames = max(1, frames * 12_000 / max(12_000, size.area))
    for mode in FrameCase.Mode.all {
      let bench = FrameCase(
        size: size, mode: mode, motion: motion, frames: frames, pictures: pictures)
      let results = try (0..<runs).map { _ in try bench.measure() }
      let median = FrameCase.Result.median(of: results)
      medians[mode.name] = median.cpu.p50.milliseconds
      try StandardOutput.write(median.line)
    }
    if let direct = medians["direct 24bit"], let curses = medians["curses 24bit"], direct > 0 {
      try StandardOutput.write(
        "\(size) \(motion.rawValue): curses / direct, cpu p50: \((curses / direct).figure)\n")
    }
  }
}
