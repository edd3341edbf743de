import FramePacing
import Raster

/// The page of `:frames`: the frames of the session that missed their deadlines by the most, and why.
enum FramesPage {
  static func groups(of profiler: FrameProfiler, at now: Duration) -> [KeyBindings.Group] {
    let lines = profiler.worst.frames.map { frame in
      let blame = frame.blame(budget: profiler.budget)
      let facts = [
        "\(blame.party): \(blame.activity)", frame.cause.words, "\(frame.tiles) tiles",
        byteText(frame.bytes), "frame \(frame.number), \((now - frame.presentedAt).spokenText) ago",
      ]
      return KeyBindings.Line(
        "\(frame.overrun.signedText) ms", "\(facts.joined(separator: " · ")) · \(frame.phases)")
    }
    let none = KeyBindings.Line("–", "no frame yet")
    return [
      KeyBindings.Group(
        title: "Milliseconds past the deadline, and why", lines: lines.isEmpty ? [none] : lines)
    ]
  }
}

extension FrameRecord {
  /// The times of the phases that took any.
  fileprivate var phases: String {
    let phases: [(String, Duration)] = [
      ("input", times.input), ("update", times.update), ("draw", times.draw),
      ("present", times.present),
      ("waiting", hold.time),
    ]
    return phases.filter { $0.1 >= .microseconds(50) }.map { "\($0.0) \($0.1.shortText)" }
      .joined(separator: ", ")
  }
}

extension FramePhase {
  /// The party to blame for a frame that was late in this phase.
  var party: String {
    switch self {
    case .input, .update, .draw, .present: "program"
    case .link: "link"
    case .terminal: "terminal"
    case .machine: "machine"
    }
  }
}
