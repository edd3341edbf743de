import FoundationEssentials
import FramePacing
import GalleryCore
import Glibc
import ImageLoading
import Raster
import SourceItems
import TerminalUI

/// The only loop on the main thread: it waits, drains all events, updates, and draws.
///
/// It draws at most once per deadline, and sleeps in one `poll`. If nothing is pending, it sleeps
/// indefinitely.
final class RunLoop {
  private let frontend: any Frontend
  private let mailbox: Mailbox
  private let recorder: SessionRecorder?
  private let clock: any ProgramClock
  let runner: EffectRunner
  private let memory: PictureMemory
  private let source: SourceControls
  private let log: SessionLog
  private(set) var gallery: Gallery
  private(set) var stage: FrameStage
  private var network: NetworkStart
  private var ending: Ending?

  /// - Parameters:
  ///   - recorder: records the front end's input.
  ///   - log: records frames, keys and prefetched pictures.
  ///   - notices: the notices for a test, if it asked for them.
  ///   - openNetwork: called after the first frame, before the first load from a server; loads of
  ///     local files begin before it.
  init(
    gallery: Gallery, frontend: any Frontend, mailbox: Mailbox, recorder: SessionRecorder? = nil,
    runner: EffectRunner, memory: PictureMemory, source: SourceControls = SourceControls(),
    framesPerSecond: Int, clock: any ProgramClock, log: SessionLog = SessionLog(),
    notices: SessionNotices? = nil,
    loadFigures: @escaping () -> LoadFigures,
    openNetwork: @escaping () throws -> Void
  ) {
    self.gallery = gallery
    self.frontend = frontend
    self.mailbox = mailbox
    self.recorder = recorder
    self.runner = runner
    self.memory = memory
    self.source = source
    self.log = log
    self.clock = clock
    network = NetworkStart(open: openNetwork)
    stage = FrameStage(
      framesPerSecond: framesPerSecond, size: frontend.size, isLocal: frontend.isLocal,
      clock: clock, loadFigures: loadFigures)
    stage.notices = notices
  }

  /// Runs until the person leaves, the script ends or a signal arrives.
  ///
  /// - Parameter opening: the events before the first frame, which are recorded.
  /// - Throws: the errors of `openNetwork`.
  func run(opening: [Event] = []) throws -> Ending {
    recorder?.record(opening, at: clock.now)
    runner.restoreMarks(in: gallery.source, isLast: gallery.isSourceComplete)
    runner.lasting.recover()
    update(with: opening)
    stage.flow.requestFrame(at: clock.now)
    presentFrameIfDue()
    carryOut(try network.openNow())
    var wake = Wake(at: clock.now, wasAwaited: false)
    while true {
      pass(after: wake)
      presentFrameIfDue()
      stage.notify(of: gallery, on: frontend)
      if let ending {
        stage.end(at: clock.now)
        runner.lasting.end()
        return ending
      }
      wake = waitForWork()
    }
  }

  /// Collects all events and passes them to the gallery.
  private func pass(after wake: Wake) {
    let cpu = clock.threadCPU
    let start = clock.now
    let collected = frontend.collect(
      at: start, frames: stage.profiler.session.count, isIdle: isIdle)
    ending = collected.ending ?? ending
    if collected.screenIsStale { stage.flow.requestFrame(at: start) }
    if let frame = stage.recordInput(collected, at: wake) { log.record(.answer(frame)) }
    for case .key(let key) in collected.events { log.record(.key(key, at: start)) }
    recorder?.record(collected.events, at: start)
    var events = collected.events
    if gallery.wantsTicks, events.isEmpty { events.append(.tick) }
    if let wakeAt = gallery.wakeAt, wakeAt <= start { events.append(.woke) }
    if collected.framesWereCut {
      leaveOut(since: start)
    } else {
      stage.frame.times.input += clock.now - start
    }
    update(with: events)
    advanceCopy(with: collected)
    stage.frame.times.cpu += clock.threadCPU - cpu
  }

  private func presentFrameIfDue() {
    if awaitsLoads { return }
    stage.frame.loads = runner.loadsInFlight
    guard let frame = stage.presentFrameIfDue(of: &gallery, on: frontend) else { return }
    log.record(.frame(frame))
  }

  /// Whether frames and time wait for loads.
  private var awaitsLoads: Bool { clock.waitsForLoads && !(runner.isIdle && mailbox.isEmpty) }

  private var isIdle: Bool {
    runner.isIdle && (gallery.isSourceComplete || gallery.paging.isResting)
      && !stage.flow.isFrameWanted && !gallery.wantsTicks
      && gallery.wakeAt == nil && frontend.presenter.pendingDescriptor == nil
      && source.dates?.isPlacing != true && mailbox.isEmpty
  }

  private var copier: PictureCopier? { runner.lasting.copier }

  /// Sends the next part of a picture for the clipboard, after the news of this pass.
  private func advanceCopy(with collected: Collected) {
    guard let copier, !copier.isResting else { return }
    let start = clock.now
    copier.advance(with: collected, via: frontend.presenter, in: &stage.flow, at: start)
    stage.frame.times.update += clock.now - start
  }

  /// Handles a batch of events and their effects, including pictures from memory.
  private func update(with events: [Event]) {
    let start = clock.now
    var now = start
    var events = events + mailbox.drain()
    repeat {
      for event in events {
        runner.finished(event, at: now)
        stage.notices?.report(event, among: gallery.items)
        switch event {
        case .graphicsChanged, .resized: fitMemory()
        case .sourceChanged(let change): stage.apply(change, at: now)
        default: break
        }
      }
      for event in events {
        guard let cause = event.frameCause(in: gallery) else { continue }
        stage.requestFrame(at: now, because: cause)
      }
      carryOut(gallery.update(events, at: now))
      events = mailbox.drain()
      now = clock.now
    } while !events.isEmpty
    if let problem = runner.takeProblem(at: now) {
      gallery.tell(problem)
      stage.flow.requestFrame(at: now)
    }
    stage.frame.times.update += clock.now - start
  }

  /// The facts at the start of a log.
  var logHeader: LogHeader {
    LogHeader(
      budget: stage.profiler.budget, size: frontend.size, presenter: frontend.presenter.name)
  }

  private func fitMemory() {
    memory.fit(frontend.plan.graphics, on: frontend.size)
    gallery.limitUnseen(to: memory.unseenBytes)
  }

  private func carryOut(_ effects: [Effect]) {
    for effect in effects {
      if network.hold(effect) { continue }
      switch effect {
      case .pipeline(let effect):
        let now = clock.now
        if let moment = SessionMoment(effect, at: now) { log.record(moment) }
        runner.perform(effect, at: now)
      case .detail(let effect): runner.perform(effect)
      case .search(let effect):
        runner.perform(effect, in: gallery.items, of: gallery.filtering.examined)
      case .marks(let change): runner.lasting.perform(change, in: gallery.source)
      case .files(let effect): runner.lasting.perform(effect, on: gallery.source, mailbox)
      case .session(let effect): carryOut(effect)
      }
    }
  }

  private func carryOut(_ effect: SessionEffect) {
    switch effect {
    case .leave(let status): ending = .status(status)
    case .suspend: leaveScreen { frontend.suspend() }
    case .run(let program):
      let message = runner.lasting.run(program, on: gallery.source) { run in
        var hasTerminal = false
        leaveScreen { hasTerminal = frontend.lend(to: run) }
        return hasTerminal
      }
      gallery.tell(message)
    case .copyNames(let items):
      gallery.tell(ClipboardNames(items, of: gallery.source).copied(by: frontend.copy))
    case .copyPicture(let item):
      runner.lasting.copyPicture(item, of: gallery.source, on: frontend, mailbox)
    case .listFrames: gallery.listFrames(of: stage.profiler)
    case .log(let path): switchLog(to: path)
    case .mark(let text): gallery.tell(log.mark(text, at: clock.now))
    case .repaint: repaint()
    case .readOn: source.pages?.readOn()
    case .askAgain: source.pages?.askAgain()
    case .takeNextOrder: sort { $0.takeNextOrder() }
    case .reverseOrder: sort { $0.reverseOrder() }
    case .putNewestFirst: sort { $0.putNewestFirst() }
    case .place(let item, let date): source.dates?.place(item, takenAt: date)
    case .usePresenter(let choice):
      let problem = frontend.use(choice)
      gallery.tell(problem ?? "presenter: \(frontend.presenter.name)")
      frontend.plan.events.forEach(mailbox.post)
    }
  }

  /// Ends the log that `:log` has started, if any, and starts another one.
  private func switchLog(to path: String?) {
    do throws(OutputError) {
      gallery.tell(try log.switchFrames(to: path, logHeader))
    } catch {
      gallery.tell("\(error)")
    }
  }

  private func sort(_ sort: (any FolderSorting) -> Void) {
    guard let folder = source.folder else { return gallery.tell("only folders can be sorted") }
    sort(folder)
  }

  private func repaint() {
    copier?.interrupt()
    stage.flow.framesWereCut()
    frontend.forgetScreen()
  }

  /// Lets another program have the screen, and draws everything again afterwards.
  private func leaveScreen(_ leave: () -> Void) {
    let start = clock.now
    leave()
    stage.frame.times.update -= clock.now - start
    leaveOut(since: start)
    frontend.presenter.invalidate()
    recorder?.record([.resized(frontend.size)], at: clock.now)
    mailbox.post(.resized(frontend.size))
  }

  /// Leaves the time of a suspension out of recordings and frames.
  private func leaveOut(since start: Duration) {
    copier?.interrupt()
    recorder?.leaveOut(clock.now - start)
    stage.flow.resumed(at: clock.now)
  }

  /// Sleeps until a descriptor is ready, a frame is due or the front end has input.
  private func waitForWork() -> Wake {
    var descriptors = frontend.descriptors.map {
      pollfd(fd: $0, events: Int16(POLLIN), revents: 0)
    }
    descriptors.append(pollfd(fd: mailbox.descriptor, events: Int16(POLLIN), revents: 0))
    let pending = frontend.presenter.pendingDescriptor
    if let pending {
      descriptors.append(pollfd(fd: pending, events: Int16(POLLOUT), revents: 0))
    }
    let frontendWake = frontend.wakeAt(frames: stage.profiler.session.count, isIdle: isIdle)
    let wakes = [
      pending == nil ? nextFrame : nil, frontendWake, gallery.wakeAt, copier?.wakeAt,
    ].compactMap(\.self)
    let isBehind = clock.poll(&descriptors, until: .zero)
    if !isBehind { clock.poll(&descriptors, until: awaitsLoads ? nil : wakes.min()) }
    let wake = Wake(at: clock.now, wasAwaited: !isBehind)
    if pending != nil, descriptors.last?.revents != 0 { stage.flush(frontend.presenter) }
    return wake
  }

  private var nextFrame: Duration? {
    let now = clock.now
    if gallery.wantsTicks, !stage.flow.isFrameWanted { stage.flow.requestFrame(at: now) }
    let instants = [gallery.redrawAt, stage.restsAt(gallery)].compactMap(\.self)
    if let instant = instants.min() { stage.flow.requestFrame(at: instant) }
    return stage.flow.wakeAt(now)
  }
}

/// The end of a sleep, or of a pass without one.
struct Wake {
  let at: Duration
  /// Whether the events have just arrived; otherwise they may have arrived while the loop was busy.
  let wasAwaited: Bool
}
