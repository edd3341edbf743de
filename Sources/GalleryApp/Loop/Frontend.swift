import GalleryCore
import Glibc
import Raster
import TerminalUI

/// Where keys come from and frames go: a terminal, or a script and a sink.
protocol Frontend: AnyObject {
  var size: CellSize { get }
  var presenter: any Presenter { get }

  /// Whether the terminal answers at the end of frames; nil until that is known.
  var acknowledges: Bool? { get }

  /// Whether no network lies between the program and the terminal.
  var isLocal: Bool { get }

  /// How pictures are shown on it now.
  var plan: ScreenPlan { get }

  /// Descriptors that wake the loop when there is something to read.
  var descriptors: [Int32] { get }

  /// When `collect` will have something without any descriptor becoming ready; nil for never.
  func wakeAt(frames: Int, isIdle: Bool) -> Duration?

  /// Takes what has happened since the last call. Never blocks.
  ///
  /// - Parameters:
  ///   - frames: the frames shown so far.
  ///   - isIdle: nothing is in flight and nothing waits to be drawn.
  func collect(at now: Duration, frames: Int, isIdle: Bool) -> Collected

  /// A frame, or a part of one, was given to the presenter.
  func presented(_ frame: PresentedFrame)

  /// Takes the other presenter, if there is one; `plan` may be another then.
  ///
  /// - Returns: what to tell the person; nil where nothing went wrong.
  func switchPresenter() -> String?

  /// Has the next frame paint everything, graphics too, whatever is on the screen.
  func forgetScreen()

  /// Gives the terminal back until the program is continued.
  func suspend()

  /// Gives the terminal back for good. Idempotent.
  func close()
}

/// What a front end has for the loop.
struct Collected {
  var events: [Event] = []
  /// Frames, or parts of frames, that the terminal has answered since the last call.
  var acknowledgements = 0
  /// Another program had the terminal meanwhile: frames that are under way stay without an answer.
  var framesWereCut = false
  /// The screen no longer shows the latest frame; the loop presents it again.
  var screenIsStale = false
  var ending: Ending?
}

/// How the program ends.
package enum Ending: Equatable {
  case status(Int32)
  case signal(Int32)
}
