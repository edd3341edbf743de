import GalleryCore
import Glibc
import Raster
import TerminalUI

/// The source of keys and the target of frames: a terminal, or a script and a sink.
protocol Frontend: AnyObject {
  var size: CellSize { get }
  var presenter: any Presenter { get }

  /// Whether the terminal answers at the end of frames; nil until known.
  var acknowledges: Bool? { get }

  /// Whether no network lies between the program and the terminal; nil if only answers can tell.
  var isLocal: Bool? { get }

  /// The current plan of how it shows pictures.
  var plan: ScreenPlan { get }

  /// The descriptors that wake the loop when there is something to read.
  var descriptors: [Int32] { get }

  /// When `collect` will have something without a ready descriptor; nil for never.
  func wakeAt(frames: Int, isIdle: Bool) -> Duration?

  /// Returns what has happened since the last call, without blocking.
  ///
  /// - Parameters:
  ///   - frames: the number of frames shown so far.
  ///   - isIdle: true if nothing is in flight and nothing waits to be drawn.
  func collect(at now: Duration, frames: Int, isIdle: Bool) -> Collected

  /// Notes that the presenter was given a frame or a part of one.
  func presented(_ frame: PresentedFrame)

  /// Draws by a presenter from now on, which may change `plan`.
  ///
  /// - Returns: a message for the person; nil if nothing went wrong.
  func use(_ choice: PresenterChoice) -> String?

  /// Makes the next frame paint everything, including graphics, whatever is on the screen.
  func forgetScreen()

  /// Releases the terminal until the program continues.
  func suspend()

  /// Releases the terminal for good; a second call does nothing.
  func close()
}

/// The input that a front end has collected for the loop.
struct Collected {
  var events: [Event] = []
  /// The number of frames, or parts of frames, that the terminal has answered since the last call.
  var acknowledgements = 0
  /// True if another program had the terminal meanwhile: frames under way get no answer.
  var framesWereCut = false
  /// True if the screen no longer shows the latest frame; the loop presents it again.
  var screenIsStale = false
  var ending: Ending?
}

/// The way the program ends.
package enum Ending: Equatable {
  case status(Int32)
  case signal(Int32)
}
