import ArgumentParser
import GalleryCore

/// The down arrow held at 30 presses a second while pictures load, in real time, on a sink.
struct HeldKey {
  let seconds: Int
  let runs: Int

  func run() throws {
    for presenter in ["direct", "curses"] {
      for run in 1...runs {
        let command = try Browse.parse([
          "--script", "idle down*\(seconds * 30)@30", "--size", "200x60", "--count", "100000",
          "--presenter", presenter,
        ])
        let loop = try Session(command).play().loop
        let session = loop.stage.profiler.session
        try StandardOutput.write(
          "held down \(seconds) s, 200x60 \(presenter), run \(run): frames \(session.count)"
            + "  late \(session.late)  over budget \(session.overBudget)"
            + "  hitch \(session.hitchMillisecondsPerSecond.figure) ms/s"
            + "  work max \(session.work.maxMilliseconds.figure)"
            + "  cpu p50 \(session.cpu.milliseconds(atPercentile: 50).figure)"
            + "  p99 \(session.cpu.milliseconds(atPercentile: 99).figure) ms\n")
      }
    }
  }
}
