import FramePacing

/// The party to blame for the time until a frame was on the screen.
package enum Blame: String, CaseIterable, Sendable {
  case program, link, terminal
}

/// The time until a frame was on the screen, by what took it.
package struct Phases: Hashable, Sendable {
  /// From the key's arrival at the program, or else from the frame's first byte, to its last.
  package internal(set) var program = Duration.zero
  /// The key's way to the program, and the frame's to the terminal.
  package internal(set) var link = Duration.zero
  /// From the last byte's arrival at the terminal to its answer.
  package internal(set) var terminal = Duration.zero

  package var total: Duration { program + link + terminal }

  /// The party that took the longest.
  package var blame: Blame {
    terminal > max(program, link) ? .terminal : link > program ? .link : .program
  }
}

/// One displayed state of a program's screen, and what it cost.
package struct ProfiledFrame: Sendable {
  package let burst: Burst
  package let cellsChanged: Int
  /// The cells that were written, whether or not they look different.
  package let cellsWritten: Int
  package let neededBytes: Int
  /// Whether nearly every cell was written.
  package let isFullRepaint: Bool
  /// When the key that it answers was pressed; nil without a key.
  package let pressedAt: Duration?
  package internal(set) var phases: Phases
  /// The part of `phases.link` that every byte takes, which makes no frame late.
  package internal(set) var linkDelay: Duration
  /// Whether the terminal has answered it.
  package internal(set) var isShown = false
  package internal(set) var torn: TornState?

  /// The time from one frame to the next at 60 a second.
  package static let budget = Duration.nanoseconds(16_666_667)

  /// The phases without the link's constant delay.
  package var phasesBeyondDelay: Phases {
    Phases(program: phases.program, link: phases.link - linkDelay, terminal: phases.terminal)
  }

  /// How late the frame was, counted from when it was due over its link.
  package var lateBy: Duration { max(.zero, phasesBeyondDelay.total - Self.budget) }
}
