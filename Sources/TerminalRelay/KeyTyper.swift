import GalleryCore
import Raster
import Recordings

/// Types the keys of a script to a program, which says nothing of when it is ready.
///
/// It begins once the program's output has paused, because programs drop what was typed before they prepare the
/// terminal. A key without effect is waited for only so long.
struct KeyTyper {
  enum Action: Equatable {
    case press(Key)
    case resize(CellSize)
    case wait(until: Duration)
    /// All is typed, and the program's output has paused.
    case end
  }

  /// The silence after which the program counts as idle.
  static let silence = Duration.milliseconds(200)
  /// The longest wait for a silence or for an effect.
  static let patience = Duration.seconds(2)

  private var player: ScriptPlayer
  private var hasBegun = false
  /// The time since which the current silence or effect is waited for.
  private var waitsSince = Duration.zero
  /// Frames that were waited for in vain.
  private var missing = 0

  init(_ script: Script) { player = ScriptPlayer(script) }

  /// The action that is due now; call it again until it is to wait.
  ///
  /// - Parameters:
  ///   - frames: the number of frames so far.
  ///   - lastOutput: when the program last wrote; nil if it has not.
  mutating func next(at now: Duration, frames: Int, lastOutput: Duration?) -> Action {
    let isIdle = lastOutput.map { now - $0 >= Self.silence } ?? false
    let mayGoOn = isIdle || now - waitsSince >= Self.patience
    let soon = min(
      (lastOutput ?? waitsSince + Self.patience) + Self.silence, waitsSince + Self.patience)
    if !hasBegun {
      guard mayGoOn else { return .wait(until: max(soon, now + .milliseconds(1))) }
      hasBegun = true
      waitsSince = now
    }
    switch player.next(at: now, frames: frames + missing, isIdle: mayGoOn) {
    case .deliver(.key(let key)):
      waitsSince = now
      return .press(key)
    case .deliver(.resized(let size)):
      waitsSince = now
      return .resize(size)
    case .deliver: return next(at: now, frames: frames, lastOutput: lastOutput)
    case .waitUntil(let instant):
      waitsSince = instant
      return .wait(until: instant)
    case .waitForProgress:
      guard now - waitsSince >= Self.patience else {
        return .wait(until: min(now + .milliseconds(10), waitsSince + Self.patience))
      }
      missing += 1
      return next(at: now, frames: frames, lastOutput: lastOutput)
    case .leave:
      return mayGoOn ? .end : .wait(until: max(soon, now + .milliseconds(1)))
    }
  }
}
