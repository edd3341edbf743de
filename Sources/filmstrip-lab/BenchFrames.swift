import ArgumentParser
import Benchmarks

/// The command that measures frames of both presenters on a sink, a held arrow key in real time, and the log of
/// frames.
struct BenchFrames: ParsableCommand {
  static let configuration = CommandConfiguration(
    commandName: "frames",
    abstract:
      "Phases and bytes of full repaints, one-row scrolls and page jumps; a held key; the log.")

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
    try FrameBenchmark(pictures: pictures, runs: runs, frames: frames, secondsHeld: hold).run()
  }
}
