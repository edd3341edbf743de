import GalleryCore
import Raster
import Recordings
import TerminalUI

/// Plays a script against presenters that write into a sink.
final class ScriptFrontend: Frontend {
  private(set) var size: CellSize
  private(set) var presenter: any Presenter
  private let wishes: ScreenWishes
  private(set) var plan: ScreenPlan
  private var player: ScriptPlayer
  private var wakeAt: Duration?
  private var waitingSince: (frames: Int, isIdle: Bool)?
  private var acknowledgedFrames = 0

  let descriptors: [Int32] = []
  /// The sink shows every frame immediately.
  let acknowledges: Bool? = true
  let isLocal: Bool? = true

  /// Creates the front end of a script.
  ///
  /// Here `auto` is the direct presenter, unless fewer colors are requested.
  init(script: Script, size: CellSize, wishes: ScreenWishes) throws(TerminalError) {
    self.size = size
    self.wishes = wishes
    plan = ScreenPlan(sink: wishes)
    presenter = try plan.makeSinkPresenter()
    player = ScriptPlayer(script)
  }

  /// Plays a recording in real time on a screen of the recorded size, and ends with it.
  convenience init(replaying recording: SessionRecording, wishes: ScreenWishes)
    throws(TerminalError)
  {
    try self.init(
      script: Script(replaying: recording), size: recording.screen, wishes: wishes)
  }

  func collect(at now: Duration, frames: Int, isIdle: Bool) -> Collected {
    var collected = Collected()
    collected.acknowledgements = frames - acknowledgedFrames
    acknowledgedFrames = frames
    wakeAt = nil
    waitingSince = nil
    while true {
      switch player.next(at: now, frames: frames, isIdle: isIdle && collected.events.isEmpty) {
      case .deliver(let event):
        if case .resized(let size) = event { resize(to: size) }
        collected.events.append(event)
      case .waitUntil(let instant):
        wakeAt = instant
        return collected
      case .waitForProgress:
        waitingSince = (frames, isIdle)
        return collected
      case .leave:
        collected.ending = .status(0)
        return collected
      }
    }
  }

  func wakeAt(frames: Int, isIdle: Bool) -> Duration? {
    if frames != acknowledgedFrames { return .zero }
    if let waitingSince, waitingSince != (frames, isIdle) { return .zero }
    return wakeAt
  }

  private func resize(to size: CellSize) {
    self.size = size
    presenter.invalidate()
  }

  func use(_ choice: PresenterChoice) -> String? {
    let other = ScreenPlan(sink: wishes, isDirect: choice == .direct)
    if other.isDirect == plan.isDirect { return nil }
    guard let presenter = try? other.makeSinkPresenter() else {
      return "there is no other presenter here"
    }
    self.presenter = presenter
    plan = other
    return nil
  }

  func forgetScreen() { _ = presenter.farewell() }
  func presented(_ frame: PresentedFrame) {}
  func suspend() {}
  func close() {}
}
