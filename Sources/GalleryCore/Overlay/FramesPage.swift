import FramePacing
import Raster

/// The page of `:frames`: the frames of the session that missed their deadlines by the most, and why.
enum FramesPage {
  static func groups(of profiler: FrameProfiler) -> [KeyBindings.Group] {
    let lines = profiler.worst.frames.map { frame in
      let blame = frame.blame(budget: profiler.budget)
      let facts = [
        blame.fault, frame.cause.words, "\(frame.tiles) tiles",
        byteText(frame.bytes), "frame \(frame.number) at \(frame.timeOfDay.timeOfDayText)",
      ]
      return KeyBindings.Line(
        "\(frame.overrun.signedText) ms",
        "\(facts.joined(separator: " · ")) · \(frame.parts(over: .microseconds(50), budget: profiler.budget))"
      )
    }
    let none = KeyBindings.Line("–", "no frame yet")
    return [
      KeyBindings.Group(
        title: "Milliseconds past the deadline (negative: before), and why",
        lines: lines.isEmpty ? [none] : lines)
    ]
  }
}

extension FrameRecord {
  /// The parts of the time from when it was due, without short ones.
  fileprivate func parts(over least: Duration, budget: Duration) -> String {
    parts(budget: budget).filter { $0.time >= least }
      .map { "\($0.phase.words) \($0.time.shortText)" }.joined(separator: ", ")
  }
}

extension FramePhase {
  /// The phase to blame for a late frame; of one of the program, with the party.
  fileprivate var fault: String {
    switch self {
    case .input, .update, .draw, .present: "program: \(words)"
    case .linkWait, .terminalWait, .cpuWait, .terminal: words
    }
  }
}
