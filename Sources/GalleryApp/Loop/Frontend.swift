import GalleryCore
import Glibc
import Raster
import TerminalUI

/// The source of keys and the target of frames: a terminal, or a script and a sink.
protocol Frontend: AnyObject {
  var size: CellSize { get }
  var presenter: any Presenter { get }

  /// Whether the terminal answers frames; nil until known.
  var acknowledges: Bool? { get }

  /// Whether no network is between the program and the terminal; nil if only answers can tell.
  var isLocal: Bool? { get }

  /// The current plan for showing pictures.
  var plan: ScreenPlan { get }

  /// The descriptors that wake the loop when there is something to read.
  var descriptors: [Int32] { get }

  /// The time at which `collect` has input without a ready descriptor; nil for never.
  func wakeAt(frames: Int, isIdle: Bool) -> Duration?

  /// Returns the input since the last call, without blocking.
  ///
  /// - Parameters:
  ///   - frames: the number of frames shown so far.
  ///   - isIdle: whether nothing is loading or waiting to be drawn.
  func collect(at now: Duration, frames: Int, isIdle: Bool) -> Collected

  /// Notes that the presenter received a frame or a part of one.
  func presented(_ frame: PresentedFrame)

  /// Switches to a presenter, which may change `plan`.
  ///
  /// - Returns: a message for the person; nil on success.
  func use(_ choice: PresenterChoice) -> String?

  /// Makes the next frame paint everything, including graphics.
  func forgetScreen()

  /// Releases the terminal until the program continues.
  func suspend()

  /// Releases the terminal while another program runs in it.
  ///
  /// - Returns: false if there is no terminal; then nothing runs.
  func lend(to run: () -> Void) -> Bool

  /// Puts a text on the terminal's clipboard with the next frame.
  func copy(_ text: [UInt8])

  /// The reason why the terminal takes no pictures for its clipboard, as a sentence; nil if it takes them.
  var pictureObstacle: String? { get }

  /// Releases the terminal finally; a second call does nothing.
  func close()
}

/// The input collected by a front end.
struct Collected {
  var events: [Event] = []
  /// The number of frames, or parts of frames, answered since the last call.
  var acknowledgements = 0
  /// The terminal's answers to pictures for its clipboard.
  var clipboardAnswers: [ClipboardAnswer] = []
  /// Whether another program had the terminal, so that pending frames get no answer.
  var framesWereCut = false
  /// Whether the screen no longer shows the latest frame, so that the loop presents it again.
  var screenIsStale = false
  var ending: Ending?
}

/// The way the program ends.
package enum Ending: Equatable {
  case status(Int32)
  case signal(Int32)
}
