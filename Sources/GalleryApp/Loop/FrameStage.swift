import FramePacing
import GalleryCore
import GalleryItems
import Raster
import TerminalGraphics
import TerminalUI

/// Draws and presents the gallery, and records the cost.
///
/// It draws if something changed, the time has come, and the terminal accepts a frame.
struct FrameStage {
  /// Decides when frames start; the run loop reports events to it.
  var flow: FrameFlow
  /// The cost of the next frame so far.
  var frame = FrameRecord()
  private(set) var profiler: FrameProfiler
  private(set) var tileClock = TileClock()
  private(set) var tileWaits = TileWaits()
  /// The time of the first frame, and the process's processor time until then.
  private(set) var firstFrame: (at: Duration, cpu: Duration)?
  private var canvas: Canvas
  private var plan: SharpnessPlan
  /// The presenter that drew the latest frame.
  private var drawing: (any Presenter)?
  private let loadFigures: () -> LoadFigures
  private let clock: any ProgramClock
  /// The notices for a test, if it asked for them.
  var notices: SessionNotices?

  init(
    framesPerSecond: Int, size: CellSize, isLocal: Bool?, clock: any ProgramClock,
    loadFigures: @escaping () -> LoadFigures
  ) {
    flow = FrameFlow(framesPerSecond: framesPerSecond, isLocal: isLocal)
    profiler = FrameProfiler(budget: flow.period)
    canvas = Canvas(size: size)
    plan = SharpnessPlan(period: flow.period)
    self.loadFigures = loadFigures
    self.clock = clock
  }

  /// The latest frame.
  var surface: Surface { canvas.surface }

  /// The figures of the link to the terminal.
  var link: LinkFigures { LinkFigures(flow, sharpness: plan.sharpness) }

  /// Requests a frame that shows a change.
  mutating func requestFrame(at now: Duration, because cause: FrameCause) {
    frame.cause = flow.isFrameWanted ? cause.over(frame.cause) : cause
    flow.requestFrame(at: now)
  }

  /// The instant at which the overlay must say that nothing moves; nil for none.
  func restsAt(_ gallery: Gallery) -> Duration? {
    gallery.layout.overlay.level == .off ? nil : profiler.restsAt
  }

  /// Records the input collected by the front end.
  ///
  /// - Returns: the frame that the terminal has just answered, if its time is known.
  mutating func recordInput(_ collected: Collected, at wake: Wake) -> FrameRecord? {
    let answered = flow.answered(
      collected.acknowledgements, at: wake.at, wasAwaited: wake.wasAwaited)
    for case .key in collected.events { flow.keyArrived(at: wake.at) }
    guard let answered, wake.wasAwaited, let roundTrip = flow.gate.gauge.roundTrip else {
      return nil
    }
    return profiler.answered(answered, at: wake.at, roundTrip: roundTrip)
  }

  /// Applies the changes of a snapshot that the gallery has adopted.
  mutating func apply(_ change: SnapshotChange, at now: Duration) {
    tileClock.apply(change.changes)
    tileWaits.apply(change.changes, at: now)
  }

  /// Tells the reader of the notices what the terminal shows.
  mutating func notify(of gallery: Gallery, on frontend: any Frontend) {
    let isUnderWay = flow.gate.isAnswered && flow.gate.gauge.framesInFlight > 0
    guard notices != nil, frontend.presenter.pendingDescriptor == nil, !isUnderWay else { return }
    notices?.report(
      SessionNotices.Screen(
        frames: profiler.session.count, isAnswered: flow.gate.isAnswered,
        isSettled: flow.isComplete && !flow.isFrameWanted && ScreenRest.isReached(by: gallery)))
  }

  /// Sends more of a frame that the terminal has only partly accepted.
  mutating func flush(_ presenter: any Presenter) {
    presenter.flush()
    if presenter.pendingDescriptor == nil { flow.written(at: clock.now) }
  }

  /// Ends the measurements at the end of the program.
  mutating func end(at now: Duration) {
    tileClock.advance(to: now)
    tileWaits.end(at: now)
  }

  /// Draws and presents a frame, or as much of it as the link allows now.
  ///
  /// - Returns: the frame's cost; nil if none was due.
  @discardableResult
  mutating func presentFrameIfDue(
    of gallery: inout Gallery, on frontend: any Frontend
  ) -> FrameRecord? {
    if let acknowledges = frontend.acknowledges { flow.expectAnswers(acknowledges) }
    let presenter = frontend.presenter
    let start = clock.now
    noteCuts(by: presenter, at: start)
    let isWritable = presenter.pendingDescriptor == nil
    guard let deadline = flow.startFrame(at: start, isWritable: isWritable) else {
      // Work without a frame is no part of the next one's cost.
      if !flow.isFrameWanted { frame = FrameRecord() }
      return nil
    }
    let cpu = clock.threadCPU
    let (isMoving, moved) = (gallery.motion.hasMoved, gallery.motion.movedRows)
    plan.prepare(
      &gallery, bytesPerSecond: flow.gate.slowRate, isComplete: flow.isComplete, at: start)
    draw(gallery, size: frontend.size, presenter: presenter.name)
    let drawn = clock.now
    frame.times.draw = drawn - start - frame.times.overlay
    let allowance = flow.gate.allowance(isMoving: isMoving)
    let limit = FrameLimit(
      bytes: allowance.bytes, pictureBytes: allowance.pictureBytes, focus: gallery.focus)
    let part = presenter.present(surface, limit: limit)
    frontend.presented(part)
    let presented = clock.now
    frame.linkNumber = flow.presented(
      bytes: part.allBytes, isComplete: part.isComplete,
      isWritten: presenter.pendingDescriptor == nil, at: presented)
    frame.bytes = part.bytes
    frame.times.present = presented - drawn
    frame.presentedAt = presented
    frame.timeOfDay = clock.timeOfDay
    frame.overrun = presented - deadline - frame.times.overlay
    frame.wait = flow.wait
    frame.tiles = gallery.drawnItems.count
    frame.movedRows = moved
    frame.times.cpu += clock.threadCPU - cpu
    record(gallery, at: presented)
    let next = plan.presented(
      bytes: part.allBytes, isComplete: part.isComplete, isSharp: gallery.sharpness.isSharp,
      bytesPerSecond: flow.gate.slowRate, at: presented)
    if let next { flow.requestFrame(at: next) }
    gallery.framePresented()
    return profiler.last
  }

  /// Notes an interrupted frame.
  ///
  /// Another presenter or a suspension interrupts frames.
  private mutating func noteCuts(by presenter: any Presenter, at now: Duration) {
    if let drawing, drawing !== presenter { flow.framesWereCut() }
    drawing = presenter
    if presenter.pendingDescriptor == nil { flow.written(at: now) }
  }

  private mutating func draw(_ gallery: Gallery, size: CellSize, presenter: String) {
    if canvas.size != size { canvas = Canvas(size: size) }
    canvas.draw(gallery)
    guard gallery.layout.overlay.level != .off else { return }
    let start = clock.now
    canvas.draw(
      Overlay(
        profiler: profiler, loads: loadFigures(), link: link, presenter: presenter, now: start),
      of: gallery)
    frame.times.overlay = clock.now - start
  }

  private mutating func record(_ gallery: Gallery, at now: Duration) {
    profiler.record(frame)
    frame = FrameRecord()
    if firstFrame == nil { firstFrame = (now, clock.processCPU) }
    tileClock.framePresented(
      gallery.tally, visible: gallery.visibleItems, settled: gallery.isSettled, at: now)
    tileWaits.framePresented(gallery.drawnItems, isSettled: gallery.isSettled, at: now)
  }
}
