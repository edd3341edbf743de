import GalleryCore
import Raster
import TerminalUI

@testable import GalleryApp

/// A front end in the test's hands: it delivers one batch after the other, each once the frames that the one
/// before it asked for were shown, and leaves after the last.
final class TestFrontend: Frontend {
  private(set) var size: CellSize
  let presenter: any Presenter
  let plan: ScreenPlan
  let descriptors: [Int32] = []
  let acknowledges: Bool? = true
  let isLocal: Bool? = true
  /// The calls of the front end, in order.
  private(set) var story: [String] = []
  /// How many frames there were when each batch was delivered, and at the end.
  private(set) var frameCounts: [Int] = []
  /// The bytes of each frame.
  private(set) var frameBytes: [Int] = []
  private var batches: [Collected]
  private var answered = 0

  init(
    _ batches: [[Event]], size: CellSize = CellSize(columns: 60, rows: 20),
    presenter: (any Presenter)? = nil
  ) throws {
    self.batches = batches.map { events in
      var collected = Collected()
      collected.events = events
      return collected
    }
    self.size = size
    plan = ScreenPlan(sink: ScreenWishes())
    self.presenter = try presenter ?? plan.makeSinkPresenter()
  }

  /// Adds to what the last batch delivers.
  func amendLast(_ change: (inout Collected) -> Void) {
    if !batches.isEmpty { change(&batches[batches.count - 1]) }
  }

  func note(_ what: String) { story.append(what) }

  func wakeAt(frames: Int, isIdle: Bool) -> Duration? {
    frames != answered || isIdle ? .zero : nil
  }

  func collect(at now: Duration, frames: Int, isIdle: Bool) -> Collected {
    var collected = Collected()
    if isIdle {
      frameCounts.append(frames)
      if batches.isEmpty {
        collected.ending = .status(77)
      } else {
        collected = batches.removeFirst()
      }
    }
    collected.acknowledgements = frames - answered
    answered = frames
    return collected
  }

  func presented(_ frame: PresentedFrame) {
    story.append("frame")
    frameBytes.append(frame.bytes)
  }

  func use(_ choice: PresenterChoice) -> String? { "there is no other presenter here" }
  func forgetScreen() {
    story.append("forget")
    _ = presenter.farewell()
  }

  func suspend() { story.append("suspend") }
  func lend(to run: () -> Void) -> Bool {
    story.append("lend")
    run()
    return true
  }
  let pictureObstacle: String? = "it takes none"
  func copy(_ text: [UInt8]) { story.append("copy \(String(decoding: text, as: UTF8.self))") }
  func close() { story.append("close") }
}
