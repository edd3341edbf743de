/// What one frame cost.
package struct FrameRecord: Hashable, Sendable {
  /// Reading and understanding keys.
  package var input = Duration.zero
  /// State, tracker and handing over effects.
  package var update = Duration.zero
  /// Drawing into the surface, overlay included.
  package var draw = Duration.zero
  /// The overlay's part of `draw`.
  package var overlay = Duration.zero
  /// Finding the difference, encoding and the write call.
  package var present = Duration.zero
  /// The main thread's processor time for all of it.
  package var cpu = Duration.zero
  /// How long after its deadline the frame was presented; zero when in time.
  package var lateBy = Duration.zero
  package var bytes = 0
  /// When it was presented, since the start of the program.
  package var presentedAt = Duration.zero

  package init() {}

  /// The frame's own work, waiting excluded.
  package var work: Duration { input + update + draw + present }
}

extension Duration {
  package var milliseconds: Double {
    let (seconds, attoseconds) = components
    return Double(seconds) * 1e3 + Double(attoseconds) / 1e15
  }

  /// Whole microseconds, never negative.
  var microseconds: UInt64 {
    let (seconds, attoseconds) = components
    return UInt64(max(0, seconds * 1_000_000 + attoseconds / 1_000_000_000_000))
  }
}
