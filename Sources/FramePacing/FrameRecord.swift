/// The cost of one frame.
package struct FrameRecord: Hashable, Sendable {
  /// The frame's number in the session, counted from 1.
  package internal(set) var number = 0
  package var cause = FrameCause.time
  package var times = FrameTimes()
  /// The wait of the frame, while it was due, for the link or the terminal.
  package var wait = FrameWait()
  /// The time from its deadline to its presentation, without the overlay's; negative if it was early.
  package var overrun = Duration.zero
  package var bytes = 0
  /// The number of tiles on it.
  package var tiles = 0
  /// The rows by which the tiles moved since the frame before, in either direction.
  package var movedRows = 0
  /// The number of loads in flight.
  package var loads = 0
  /// The time of its presentation, since the start of the program.
  package var presentedAt = Duration.zero
  /// The local time of day of its presentation, since midnight, for a person.
  package var timeOfDay = Duration.zero
  /// The frame's number on the link; nil if nothing had to be sent.
  package var linkNumber: Int?
  /// The time since the frame before, if something moved meanwhile; nil after a rest.
  package internal(set) var interval: Duration?
  /// The terminal's time for drawing it, after its presentation; nil if it has not answered.
  package internal(set) var terminal: Duration?

  package init() {}

  /// The lateness; zero if the frame was on time.
  package var lateBy: Duration { max(.zero, overrun) }

  /// The time from when the frame was due to its presentation, without the overlay's.
  ///
  /// - Parameter budget: the time from one frame to the next.
  package func elapsed(budget: Duration) -> Duration { max(.zero, overrun + budget) }

  /// The parts of `elapsed`, in order; work done before the frame was due is left out.
  package func parts(budget: Duration) -> [(phase: FramePhase, time: Duration)] {
    var rest = elapsed(budget: budget)
    let works: [(phase: FramePhase, time: Duration)] = [
      (.present, times.present), (.draw, times.draw),
      (wait.phase, wait.time), (.update, times.update), (.input, times.input),
    ]
    let parts = works.map { phase, time in
      let part = min(time, rest)
      rest -= part
      return (phase: phase, time: part)
    }
    return [(.cpuWait, rest)] + parts.reversed()
  }

  package var linkWait: Duration { wait.phase == .linkWait ? wait.time : .zero }
  package var terminalWait: Duration { wait.phase == .terminalWait ? wait.time : .zero }

  /// The part of `elapsed` that neither work nor another wait explains.
  package func cpuWait(budget: Duration) -> Duration {
    max(.zero, elapsed(budget: budget) - times.work - wait.time)
  }

  /// The phase that took the most of `elapsed`.
  package func blame(budget: Duration) -> FramePhase {
    parts(budget: budget).max { $0.time < $1.time }?.phase ?? .present
  }
}

/// The program's time for a frame, by phase.
package struct FrameTimes: Hashable, Sendable {
  /// Reading and understanding keys.
  package var input = Duration.zero
  /// Updating the state and the tracker, and forwarding effects.
  package var update = Duration.zero
  /// Drawing into the surface, without the overlay.
  package var draw = Duration.zero
  /// Computing and drawing the overlay.
  package var overlay = Duration.zero
  /// Computing the difference, encoding and the write call.
  package var present = Duration.zero
  /// The main thread's processor time, the overlay included.
  package var cpu = Duration.zero

  /// The frame's own work: waiting and the overlay excluded.
  package var work: Duration { input + update + draw + present }
}

/// The phases of a frame's time, in order, and its waits.
///
/// The raw values are names of fields in logs, without their unit.
package enum FramePhase: String, CaseIterable, Hashable, Sendable {
  case input, update, draw, present
  /// The terminal draws the presented frame.
  case terminal
  /// The link had not yet carried the frames before.
  case linkWait = "link_wait"
  /// The terminal had not yet accepted or drawn the frames before.
  case terminalWait = "terminal_wait"
  /// The program was ready, but other programs had the processor.
  case cpuWait = "cpu_wait"

  /// The phase's name on the screen and in traces.
  package var words: String {
    switch self {
    case .linkWait: "link wait"
    case .terminalWait: "terminal wait"
    case .cpuWait: "CPU wait"
    default: rawValue
    }
  }
}

/// A wait of a frame that was due.
package struct FrameWait: Hashable, Sendable {
  package var time = Duration.zero
  /// The kind of the wait: for the link or for the terminal.
  package var phase = FramePhase.linkWait

  package init() {}
}
