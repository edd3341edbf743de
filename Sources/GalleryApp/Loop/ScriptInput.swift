import GalleryCore
import Recordings

/// The input that a script delivers to a front end.
struct ScriptInput {
  private var player: ScriptPlayer
  private var wakeAt: Duration?
  private var waitingSince: (frames: Int, isIdle: Bool)?

  init(_ script: Script) {
    player = ScriptPlayer(script)
  }

  /// Takes the events that are due.
  ///
  /// - Returns: the events, and whether the script is over.
  mutating func takeEvents(
    at now: Duration, frames: Int, isIdle: Bool
  ) -> (events: [Event], isOver: Bool) {
    var events: [Event] = []
    wakeAt = nil
    waitingSince = nil
    while true {
      switch player.next(at: now, frames: frames, isIdle: isIdle && events.isEmpty) {
      case .deliver(let event): events.append(event)
      case .waitUntil(let instant):
        wakeAt = instant
        return (events, false)
      case .waitForProgress:
        waitingSince = (frames, isIdle)
        return (events, false)
      case .leave: return (events, true)
      }
    }
  }

  /// The time to take events again; nil if only a frame or the end of a load can change that.
  func wakeAt(frames: Int, isIdle: Bool) -> Duration? {
    if let waitingSince, waitingSince != (frames, isIdle) { return .zero }
    return wakeAt
  }
}
