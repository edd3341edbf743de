import FramePacing
import GalleryApp
import GalleryCore
import Raster
import Recordings
import TerminalUI

/// A benchmark of both presenters' frames on a sink, of a held arrow key in real time, and of the log of frames.
package struct FrameBenchmark {
  private let pictures: FramePictures
  private let runs: Int
  private let frames: Int
  private let secondsHeld: Int

  /// - Parameters:
  ///   - pictures: the paths of the tiles' pictures; none for noise.
  ///   - runs: the number of measurements of each case; the median counts.
  ///   - frames: the frames of each case in a run; fewer on screens of more than 12,000 cells.
  ///   - secondsHeld: how long the down arrow is held; 0 skips that case.
  /// - Throws: `BenchFailure` for a file that is not a picture.
  package init(pictures: [String], runs: Int, frames: Int, secondsHeld: Int) throws {
    self.pictures = try FramePictures(paths: pictures)
    self.runs = runs
    self.frames = frames
    self.secondsHeld = secondsHeld
  }

  /// Prints a line for each case.
  package func run() throws {
    let sizes = [(80, 24), (200, 60), (400, 100)].map { CellSize(columns: $0.0, rows: $0.1) }
    try StandardOutput.write(FrameCase.Result.heading)
    for size in sizes {
      for motion in FrameCase.Motion.allCases { try measure(motion, size) }
    }
    if secondsHeld > 0 { try hold(runs: min(runs, 3)) }
    try LogBenchmark().run()
  }

  /// Prints a line for each mode, and a comparison of the two presenters in 24-bit color.
  private func measure(_ motion: FrameCase.Motion, _ size: CellSize) throws {
    var medians: [String: Double] = [:]
    let frames = max(1, frames * 12_000 / max(12_000, size.area))
    for mode in motion.modes {
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

  /// Holds the down arrow at 30 presses a second while pictures of the demo load.
  private func hold(runs: Int) throws {
    for presenter in FrameCase.Mode.presenters {
      var configuration = SessionConfiguration()
      configuration.items.count = 100_000
      configuration.view.layout = .list
      configuration.view.tile = CellSize(columns: 24, rows: 8)
      configuration.view.wishes.presenter = presenter
      configuration.input = .script(
        try Script("idle down*\(secondsHeld * 30)@30"), screen: CellSize(columns: 200, rows: 60))
      for run in 1...runs {
        let frames = try Session(configuration).play().frames
        try StandardOutput.write(
          "held down \(secondsHeld) s, 200x60 \(presenter.rawValue), run \(run):"
            + " frames \(frames.count)  late \(frames.late)  over budget \(frames.overBudget)"
            + "  hitch \(frames.hitches.millisecondsPerSecond.figure) ms/s"
            + "  work max \(frames.work.maxMilliseconds.figure)"
            + "  cpu p50 \(frames.cpu.milliseconds(atPercentile: 50).figure)"
            + "  p99 \(frames.cpu.milliseconds(atPercentile: 99).figure) ms\n")
      }
    }
  }
}
