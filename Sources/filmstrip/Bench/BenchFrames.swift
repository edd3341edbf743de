import ArgumentParser
import GalleryCore
import Raster

/// Frames of both presenters on a sink, and a held arrow key in real time.
struct BenchFrames: ParsableCommand {
  static let configuration = CommandConfiguration(
    commandName: "frames",
    abstract: "Phases and bytes of full repaints, one-row scrolls and page jumps; a held key.")

  @Option(help: "Runs of which the medians are printed.")
  var runs = 5

  @Option(help: "Frames of each case in a run.")
  var frames = 60

  @Option(help: "Seconds for which the down arrow is held; 0 leaves that out.")
  var hold = 10

  func validate() throws {
    guard (1...100).contains(runs), (1...10_000).contains(frames), (0...600).contains(hold) else {
      throw ValidationError("--runs takes 1 to 100, --frames 1 to 10000, --hold 0 to 600")
    }
  }

  func run() throws {
    let sizes = [CellSize(columns: 80, rows: 24), CellSize(columns: 200, rows: 60)]
    try StandardOutput.write(FrameCase.Result.heading)
    for size in sizes {
      for motion in FrameCase.Motion.allCases {
        var medians: [String: Double] = [:]
        for presenter in ["direct", "curses"] {
          let bench = FrameCase(size: size, presenter: presenter, motion: motion, frames: frames)
          let results = try (0..<runs).map { _ in try bench.measure() }
          let median = FrameCase.Result.median(of: results)
          medians[presenter] = median.cpu.p50.milliseconds
          try StandardOutput.write(median.line)
        }
        if let direct = medians["direct"], let curses = medians["curses"] {
          let ratio = direct > 0 ? curses / direct : 0
          try StandardOutput.write(
            "\(size) \(motion.rawValue): curses / direct, cpu p50: \(ratio.figure)\n")
        }
      }
    }
    if hold > 0 { try HeldKey(seconds: hold, runs: min(runs, 3)).run() }
  }
}
