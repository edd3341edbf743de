import GalleryCore
import Glibc
import ImageLoading
import Raster
import TerminalUI

/// The one loop on the main thread: waits, drains everything, updates, draws at most once a
/// deadline.
///
/// It sleeps in one `poll`; with nothing in flight and nothing to draw it sleeps for ever.
final class RunLoop {
  private let frontend: any Frontend
  private let mailbox: Mailbox
  private let makeRunner: () throws -> EffectRunner
  private let loadFigures: () -> LoadFigures
  private(set) var runner: EffectRunner?
  private(set) var gallery: Gallery
  private(set) var profiler: FrameProfiler
  private(set) var tileClock = TileClock()
  /// When the first frame was presented, and the processor time of the process until then.
  private(set) var firstFrame: (at: Duration, cpu: Duration)?
  private(set) var surface: Surface
  private var pacer: FramePacer
  private var frame = FrameRecord()
  private var waitingEffects: [Effect] = []
  private var ending: Ending?

  /// - Parameter makeRunner: called after the first frame, before the first load.
  init(
    gallery: Gallery, frontend: any Frontend, mailbox: Mailbox, framesPerSecond: Int,
    loadFigures: @escaping () -> LoadFigures, makeRunner: @escaping () throws -> EffectRunner
  ) {
    self.gallery = gallery
    self.frontend = frontend
    self.mailbox = mailbox
    self.loadFigures = loadFigures
    self.makeRunner = makeRunner
    pacer = FramePacer(framesPerSecond: framesPerSecond)
    profiler = FrameProfiler(budget: pacer.period)
    surface = Surface(size: frontend.size)
  }

  /// Runs until the person leaves, the script ends or a signal comes.
  ///
  /// - Throws: what `makeRunner` throws.
  func run() throws -> Ending {
    update(with: [])
    pacer.requestFrame(at: ProgramClock.now)
    showFrameIfDue()
    let runner = try makeRunner()
    self.runner = runner
    carryOut(waitingEffects)
    waitingEffects = []
    while true {
      pass()
      showFrameIfDue()
      if let ending {
        tileClock.advance(to: ProgramClock.now)
        return ending
      }
      waitForWork()
    }
  }

  /// Collects everything that has happened and lets the gallery take it.
  private func pass() {
    let cpu = ProgramClock.threadCPU
    let start = ProgramClock.now
    let collected = frontend.collect(
      at: start, frames: profiler.session.count, isIdle: isIdle)
    ending = collected.ending
    var events = collected.events
    if gallery.wantsTicks, events.isEmpty { events.append(.tick) }
    frame.input += ProgramClock.now - start
    update(with: events)
    frame.cpu += ProgramClock.threadCPU - cpu
  }

  private var isIdle: Bool {
    runner?.isIdle == true && pacer.nextFrame == nil && !gallery.wantsTicks
      && frontend.presenter.pendingDescriptor == nil
  }

  /// One batch of events and what they lead to, pictures from memory included.
  private func update(with events: [Event]) {
    let start = ProgramClock.now
    var events = events + mailbox.drain()
    repeat {
      for event in events { runner?.finished(event, at: start) }
      if events.contains(where: changesScreen) { pacer.requestFrame(at: start) }
      carryOut(gallery.update(events))
      events = mailbox.drain()
    } while !events.isEmpty
    if let problem = runner?.takeCacheProblem(at: start) {
      gallery.tell(problem)
      pacer.requestFrame(at: start)
    }
    frame.update += ProgramClock.now - start
  }

  /// Pictures ahead of the viewport arrive unseen; everything else may show.
  private func changesScreen(_ event: Event) -> Bool {
    switch event {
    case .key, .resized, .renditionChanged, .scrolled, .tick: true
    case .pictureProgress(let key, _), .picturePreview(let key, _): gallery.isOnScreen(key)
    case .pictureReady(let key, _), .pictureFailed(let key, _, _): gallery.showsEnd(of: key)
    }
  }

  private func carryOut(_ effects: [Effect]) {
    for effect in effects {
      switch effect {
      case .leave(let status): ending = .status(status)
      case .suspend: suspend()
      case .switchPresenter:
        if let notice = frontend.switchPresenter() { gallery.tell(notice) }
      case .load, .prefetch, .shown, .cancel, .retryNow:
        if let runner {
          runner.perform(effect, at: ProgramClock.now)
        } else {
          waitingEffects.append(effect)
        }
      }
    }
  }

  private func suspend() {
    frontend.suspend()
    frontend.presenter.invalidate()
    mailbox.post(.resized(frontend.size))
  }

  /// Draws and presents, if something changed, its time has come and the terminal can take it.
  private func showFrameIfDue() {
    guard let due = pacer.nextFrame, frontend.presenter.pendingDescriptor == nil else { return }
    let start = ProgramClock.now
    guard due <= start else { return }
    let cpu = ProgramClock.threadCPU
    let deadline = pacer.frameStarts(at: start)
    draw()
    let drawn = ProgramClock.now
    frame.draw = drawn - start
    frame.bytes = frontend.presenter.present(surface)
    let shown = ProgramClock.now
    frame.present = shown - drawn
    frame.presentedAt = shown
    frame.lateBy = max(.zero, shown - deadline)
    frame.cpu += ProgramClock.threadCPU - cpu
    recordFrame(at: shown)
  }

  private func draw() {
    if surface.size != frontend.size { surface = Surface(size: frontend.size) }
    gallery.draw(into: &surface, presenter: frontend.presenter.name)
    guard gallery.overlay != .off else { return }
    let start = ProgramClock.now
    Overlay(
      profiler: profiler, loads: loadFigures(), presenter: frontend.presenter.name, now: start
    ).draw(gallery, into: &surface)
    frame.overlay = ProgramClock.now - start
  }

  private func recordFrame(at now: Duration) {
    profiler.record(frame)
    frame = FrameRecord()
    if firstFrame == nil { firstFrame = (now, ProgramClock.processCPU) }
    gallery.frameWasShown()
    tileClock.frameShown(
      gallery.tally, visible: gallery.visibleItems, settled: gallery.isSettled, at: now)
  }

  /// Sleeps until a descriptor is ready, a frame is due or the front end wants to be asked.
  private func waitForWork() {
    var descriptors = frontend.descriptors.map {
      pollfd(fd: $0, events: Int16(POLLIN), revents: 0)
    }
    descriptors.append(pollfd(fd: mailbox.descriptor, events: Int16(POLLIN), revents: 0))
    let pending = frontend.presenter.pendingDescriptor
    if let pending {
      descriptors.append(pollfd(fd: pending, events: Int16(POLLOUT), revents: 0))
    }
    let frontendWake = frontend.wakeAt(frames: profiler.session.count, isIdle: isIdle)
    let wakes = [pending == nil ? nextFrame : nil, frontendWake].compactMap(\.self)
    poll(&descriptors, until: wakes.min())
    if pending != nil, descriptors.last?.revents != 0 { frontend.presenter.flush() }
  }

  private var nextFrame: Duration? {
    if gallery.wantsTicks, pacer.nextFrame == nil { pacer.requestFrame(at: ProgramClock.now) }
    return pacer.nextFrame
  }

  private func poll(_ descriptors: inout [pollfd], until instant: Duration?) {
    var timeout: Int32 = -1
    if let instant {
      // Whole milliseconds, rounded up: a millisecond late costs nothing, because deadlines keep
      // to their grid; a millisecond early would have the loop run twice.
      timeout = Int32(clamping: Int((instant - ProgramClock.now).milliseconds.rounded(.up)))
      timeout = max(0, timeout)
    }
    _ = Glibc.poll(&descriptors, nfds_t(descriptors.count), timeout)
  }
}
