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
  private var input: ScriptInput
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
    input = ScriptInput(script)
  }

  /// Plays a recording at its times on a screen of the recorded size, and ends with it.
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
    let (events, isOver) = input.takeEvents(at: now, frames: frames, isIdle: isIdle)
    for case .resized(let size) in events { resize(to: size) }
    collected.events = events
    if isOver { collected.ending = .status(0) }
    return collected
  }

  func wakeAt(frames: Int, isIdle: Bool) -> Duration? {
    frames == acknowledgedFrames ? input.wakeAt(frames: frames, isIdle: isIdle) : .zero
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
  func lend(to run: () -> Void) -> Bool { false }
  func copy(_ text: [UInt8]) {}
  let pictureObstacle: String? = "there is no terminal that takes the picture"
  func close() {}
}
