import GalleryCore
import LinkSupport
import Raster
import TerminalGraphics
import TerminalUI
import TestSupport
import VTermSupport

@testable import GalleryApp

/// A terminal at the other end of a link, in virtual time, with a person who presses keys.
final class VirtualTerminal: Frontend {
  let size: CellSize
  let presenter: any Presenter
  let plan: ScreenPlan
  let descriptors: [Int32] = []
  let acknowledges: Bool? = true
  let isLocal: Bool?
  /// The time for which the program is suspended when it asks for that.
  var suspension = Duration.zero
  /// Called whenever the loop looks for input.
  var whenAsked: () -> Void = {}
  private let time: VirtualTime
  private let output: LinkedScreen
  private var keys: [(at: Duration, key: Key)]
  private let end: Duration

  /// - Parameters:
  ///   - keys: the keys in order, each with its instant.
  ///   - end: the instant at which the person leaves.
  ///   - work: the time that the program takes for each frame.
  init(
    _ time: VirtualTime, size: CellSize, link: Link, keys: [(at: Duration, key: Key)],
    until end: Duration, work: Duration
  ) throws {
    self.time = time
    self.size = size
    self.keys = keys
    self.end = end
    isLocal = link.isLogin ? false : nil
    plan = ScreenPlan(sink: ScreenWishes())
    output = try LinkedScreen(time, size: size, link: link, work: work)
    presenter = DirectPresenter(output: output)
    presenter.trailer = StatusQuery.operatingStatus.bytes
  }

  /// The difference of the screen, once all bytes have arrived, from one that receives a surface at once; nil for none.
  func difference(from surface: Surface) -> String? {
    let screen = VTermScreen(size: size)
    _ = DirectPresenter(output: FedScreen(screen)).present(surface)
    let expected = screen.surface.cells.map(ScreenSketch.look)
    let shown = output.screen.surface.cells.map(ScreenSketch.look)
    let places = expected.indices.filter { expected[$0] != shown[$0] }
    return places.first.map { "\(places.count) cells; at \($0): \(shown[$0]), not \(expected[$0])" }
  }

  /// Whether a key will be delivered now.
  var isKeyDue: Bool { keys.first.map { $0.at <= time.now } ?? false }

  /// All frames and parts of frames, in order.
  var writes: [LinkedScreen.Write] { output.writes }

  /// The number of writes that the link did not take whole.
  var cutWrites: Int { output.cutWrites }

  /// The most frames, or parts of frames, that were written and not yet shown.
  var mostUnderWay: Int {
    writes.indices.map { last in
      writes[...last].count { $0.shownAt > writes[last].at }
    }.max() ?? 0
  }

  func wakeAt(frames: Int, isIdle: Bool) -> Duration? {
    [keys.first?.at, output.answers.first, end].compactMap(\.self).min()
  }

  func collect(at now: Duration, frames: Int, isIdle: Bool) -> Collected {
    whenAsked()
    var collected = Collected()
    let pressed = keys.prefix { $0.at <= now }
    keys.removeFirst(pressed.count)
    collected.events = pressed.map { .key($0.key) }
    collected.acknowledgements = output.takeAnswers(until: now)
    if now >= end { collected.ending = .status(0) }
    return collected
  }

  func presented(_ frame: PresentedFrame) {}
  func use(_ choice: PresenterChoice) -> String? { "there is no other presenter here" }
  func forgetScreen() {}
  func suspend() { time.pass(suspension) }
  func lend(to run: () -> Void) -> Bool { false }
  func copy(_ text: [UInt8]) {}
  let pictureObstacle: String? = "it takes none"
  func close() {}
}

/// A screen that receives everything at once.
private final class FedScreen: TerminalOutput {
  let descriptor: Int32? = nil
  private let screen: VTermScreen

  init(_ screen: VTermScreen) { self.screen = screen }

  func write(_ bytes: UnsafeRawBufferPointer) -> Int {
    screen.feed(Array(bytes))
    return bytes.count
  }
}
