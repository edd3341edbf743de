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
  ) {
    self.time = time
    self.size = size
    self.keys = keys
    self.end = end
    isLocal = link.isLogin ? false : nil
    plan = ScreenPlan(sink: ScreenWishes())
    output = LinkedScreen(time, size: size, link: link, work: work)
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

  /// A frame, or a part of one, that was written.
  struct Write {
    let at: Duration
    let shownAt: Duration
  }

  /// All frames and parts of frames, in order.
  var writes: [Write] { output.writes }

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
  func suspend() {}
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

/// A screen that receives bytes one after the other at the rate of a link, and answers over it.
private final class LinkedScreen: TerminalOutput {
  /// The time that the terminal takes for a frame.
  private static let reading = Duration.milliseconds(1)

  let descriptor: Int32? = nil
  let screen: VTermScreen
  /// When the answers arrive that are on their way.
  private(set) var answers: [Duration] = []
  private(set) var writes: [VirtualTerminal.Write] = []
  private let time: VirtualTime
  private let link: Link
  private let work: Duration
  /// The instant at which the link has carried all bytes.
  private var freeAt = Duration.zero

  init(_ time: VirtualTime, size: CellSize, link: Link, work: Duration) {
    self.work = work
    self.time = time
    self.link = link
    screen = VTermScreen(size: size)
  }

  func write(_ bytes: UnsafeRawBufferPointer) -> Int {
    time.pass(work)
    let now = time.now
    let transfer = link.bytesPerSecond.map { Duration.seconds(Double(bytes.count) / $0) } ?? .zero
    freeAt = link.reads(from: max(now, freeAt)) + transfer
    let arrival = freeAt + link.roundTrip / 2 + Self.reading
    writes.append(VirtualTerminal.Write(at: now, shownAt: arrival))
    screen.feed(Array(bytes))
    let count = screen.replies.count { $0 == 0x1B }
    screen.replies = []
    answers += Array(repeating: arrival + link.roundTrip / 2, count: count)
    return bytes.count
  }

  func takeAnswers(until now: Duration) -> Int {
    let come = answers.prefix { $0 <= now }
    answers.removeFirst(come.count)
    return come.count
  }
}
