import GalleryCore
import Raster
import TerminalUI

/// Plays a script against presenters that write into a sink.
final class ScriptFrontend: Frontend {
  private(set) var size: CellSize
  private(set) var presenter: any Presenter
  private let colors: ColorDepth?
  private var player: ScriptPlayer
  private var wakeAt: Duration?
  private var waitingSince: (frames: Int, isIdle: Bool)?
  private var acknowledgedFrames = 0

  let descriptors: [Int32] = []
  let isUTF8 = true
  let finestSymbols: SymbolSet? = nil
  /// The sink shows everything at once.
  let acknowledges: Bool? = true

  /// - Parameters:
  ///   - choice: `auto` is the direct presenter here, unless fewer colours are asked for.
  ///   - colors: nil for what the presenter has by itself.
  init(
    script: Script, size: CellSize, choice: PresenterChoice, colors: ColorDepth?
  ) throws(TerminalError) {
    self.size = size
    self.colors = colors
    let isCurses = choice == .curses || (choice == .auto && colors ?? .trueColor != .trueColor)
    presenter = try Presenters.onSink(isCurses ? "curses" : "direct", colors: colors)
    player = ScriptPlayer(script)
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

  func switchPresenter() -> String? {
    let name = presenter.name == "direct" ? "curses" : "direct"
    guard let other = try? Presenters.onSink(name, colors: colors) else {
      return "there is no \(name) presenter here"
    }
    presenter = other
    return nil
  }

  func presented(_ frame: PresentedFrame) {}
  func suspend() {}
  func close() {}
}
