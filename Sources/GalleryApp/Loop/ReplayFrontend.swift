import GalleryCore
import Raster
import Recordings
import TerminalUI

/// Plays a recording on a terminal, at the terminal's size.
///
/// The person's keys are ignored, except Ctrl-C, which ends the session.
final class ReplayFrontend: Frontend {
  private let terminal: any Frontend
  private var input: ScriptInput

  init(_ recording: SessionRecording, on terminal: any Frontend) {
    self.terminal = terminal
    input = ScriptInput(Script(replaying: recording.onScreen(of: terminal.size)))
  }

  var size: CellSize { terminal.size }
  var presenter: any Presenter { terminal.presenter }
  var acknowledges: Bool? { terminal.acknowledges }
  var isLocal: Bool? { terminal.isLocal }
  var plan: ScreenPlan { terminal.plan }
  var descriptors: [Int32] { terminal.descriptors }

  func wakeAt(frames: Int, isIdle: Bool) -> Duration? {
    let wakes = [
      terminal.wakeAt(frames: frames, isIdle: isIdle), input.wakeAt(frames: frames, isIdle: isIdle),
    ]
    return wakes.compactMap(\.self).min()
  }

  func collect(at now: Duration, frames: Int, isIdle: Bool) -> Collected {
    var collected = terminal.collect(at: now, frames: frames, isIdle: isIdle)
    if collected.events.contains(.key(Self.interrupt)) { collected.ending = .status(130) }
    collected.events.removeAll { if case .key = $0 { true } else { false } }
    let (events, isOver) = input.takeEvents(
      at: now, frames: frames, isIdle: isIdle && collected.events.isEmpty)
    collected.events += events
    if isOver, collected.ending == nil { collected.ending = .status(0) }
    return collected
  }

  func presented(_ frame: PresentedFrame) { terminal.presented(frame) }
  func use(_ choice: PresenterChoice) -> String? { terminal.use(choice) }
  func forgetScreen() { terminal.forgetScreen() }
  /// Does nothing: the shell gets the terminal back at the end only.
  func suspend() {}
  func lend(to run: () -> Void) -> Bool { false }
  func copy(_ text: [UInt8]) {}
  var pictureObstacle: String? { terminal.pictureObstacle }
  func close() { terminal.close() }

  private static let interrupt = Key.control("c")
}
