import GalleryCore
import Glibc
import Raster
import TerminalGraphics
import TerminalUI

/// The real terminal, with both presenters on it.
final class TerminalFrontend: Frontend {
  private let session: TerminalSession
  private let clock: any ProgramClock
  private let wishes: ScreenWishes
  private(set) var presenter: any Presenter
  private(set) var plan: ScreenPlan
  /// Whether the person has chosen a presenter, which answers of the terminal don't change.
  private var isChosen = false
  private var watch = AnswerWatch()
  /// The input that came before the first frame.
  private var early: TerminalInput

  /// The time that the first frame waits for the terminal's answers.
  ///
  /// They determine background and graphics: without them, the first screen would be loaded and
  /// drawn twice. Local terminals take 1 to 20 ms.
  private static let patience = Duration.milliseconds(30)

  /// Takes over the terminal.
  ///
  /// - Parameter keys: the keys in force.
  init(
    _ wishes: ScreenWishes, _ keys: EffectiveKeys, _ signals: SignalQueue, clock: any ProgramClock
  ) throws(TerminalError) {
    self.clock = clock
    session = try TerminalSession(mouse: true, signals: signals, poller: clock)
    session.endInput(
      with: keys.keys(for: [.leave, .leaveWithoutMarks, .interrupt, .suspend]))
    self.wishes = wishes
    early = session.awaitAnswers(atMost: Self.patience)
    plan = ScreenPlan(wishes, on: session.capabilities, with: session.features)
    presenter = try session.makePresenter(for: plan)
    presenter.trailer = frameQuery.bytes
    session.handsPixelsOver = plan.handsPixelsOver
    session.farewell = { [weak self] in self?.presenter.farewell() ?? [] }
    watch.recordPresence(at: clock.now)
  }

  var size: CellSize { session.size }

  var acknowledges: Bool? { session.features.acknowledgement.map { _ in true } }

  var isLocal: Bool? { session.isLocal }

  var descriptors: [Int32] { [session.inputDescriptor, session.signalDescriptor] }

  func wakeAt(frames: Int, isIdle: Bool) -> Duration? {
    [session.inputDeadline, watch.deadline].compactMap(\.self).min()
  }

  func collect(at now: Duration, frames: Int, isIdle: Bool) -> Collected {
    var collected = Collected()
    for signal in session.readSignals() {
      switch signal {
      case .resize: session.refreshSize()
      case .terminate(let number):
        collected.ending = .signal(number)
        continue
      case .stop:
        suspend()
        collected.framesWereCut = true
      case .continue:
        session.resume()
        watch.recordPresence(at: clock.now)
        collected.framesWereCut = true
      }
      presenter.invalidate()
      collected.events.append(.resized(session.size))
    }
    guard let latest = session.readInput(isWithinGraphic: presenter.isWithinGraphic) else {
      collected.ending = .signal(SIGHUP)
      return collected
    }
    var input = early
    input.append(latest)
    early = TerminalInput()
    if !input.keys.isEmpty { watch.recordPresence(at: clock.now) }
    collected.events += input.keys.map(Event.key)
    collected.acknowledgements = input.acknowledgements
    collected.clipboardAnswers = input.replies.compactMap {
      if case .clipboard(let answer) = $0 { answer } else { nil }
    }
    if input.featuresChanged { collected.events += adapt() }
    collected.screenIsStale = missesGraphics(after: input.replies, at: clock.now)
    noteFailedMedium()
    return collected
  }

  func presented(_ frame: PresentedFrame) {
    guard frame.bytes > 0 else { return }
    session.expectAnswer(to: frameQuery)
    noteAwaitedGraphics(at: clock.now)
  }

  func use(_ choice: PresenterChoice) -> String? {
    let isDirect = choice == .direct
    let shows24Bits = ScreenPlan.shows24Bits(session.capabilities, with: session.features)
    if isDirect, !plan.isDirect, !shows24Bits { return "the direct presenter needs 24-bit color" }
    isChosen = true
    do throws(TerminalError) {
      try apply(
        ScreenPlan(
          wishes, on: session.capabilities, with: session.features, isDirect: isDirect))
      return nil
    } catch {
      return "ncurses can't draw on this terminal"
    }
  }

  func forgetScreen() {
    session.takeBack(presenter.farewell())
    watch.recordPresence(at: clock.now)
  }

  func suspend() {
    session.suspend()
    session.resume()
    watch.recordPresence(at: clock.now)
  }
  func copy(_ text: [UInt8]) {
    presenter.attachment += ClipboardText(text, isInTmux: session.capabilities.isInTmux).sequence
  }

  var pictureObstacle: String? {
    if session.takesPictures { return nil }
    let instead = "y copies the path or URL"
    return session.capabilities.isInTmux
      ? "tmux takes no pictures for the clipboard; \(instead)"
      : "this terminal's clipboard takes no pictures (kitty's does from 0.27 on); \(instead)"
  }

  func lend(to run: () -> Void) -> Bool {
    session.suspend(run)
    session.resume()
    watch.recordPresence(at: clock.now)
    return true
  }

  func close() { session.close() }
}

// MARK: - Reports of the terminal

extension TerminalFrontend {
  /// The status query at the end of frames.
  ///
  /// Every tested terminal answers DA1; a cheaper query replaces it once it was answered.
  private var frameQuery: StatusQuery { session.features.acknowledgement ?? .attributes }

  /// Adapts to new reports of the terminal.
  private func adapt() -> [Event] {
    let before = plan
    let better = ScreenPlan(
      wishes, on: session.capabilities, with: session.features,
      isDirect: isChosen ? plan.isDirect : nil)
    try? apply(better)
    presenter.trailer = frameQuery.bytes
    if let direct = presenter as? DirectPresenter {
      direct.shortcuts = session.features.shortcuts
      direct.medium = session.features.medium
    }
    return before == plan ? [] : plan.events
  }

  /// Switches to the presenter of a plan; on an error nothing changes.
  private func apply(_ plan: ScreenPlan) throws(TerminalError) {
    if plan.needsOtherPresenter(than: self.plan) {
      let other = try session.makePresenter(for: plan)
      session.takeBack(presenter.farewell())
      other.attachment = presenter.attachment
      presenter = other
      presenter.trailer = frameQuery.bytes
    }
    self.plan = plan
    session.handsPixelsOver = plan.handsPixelsOver
  }

  /// Remembers a failed medium for later presenters.
  private func noteFailedMedium() {
    guard session.features.medium != nil, let direct = presenter as? DirectPresenter,
      direct.medium == nil
    else { return }
    session.failedToRead()
  }
}

// MARK: - Lost graphics

extension TerminalFrontend {
  /// Handles the terminal's answers about graphics.
  ///
  /// - Returns: whether graphics were lost, which the next frame sends again.
  private func missesGraphics(
    after replies: [TerminalReply], at instant: Duration
  ) -> Bool {
    let answers = graphicAnswers
    answers?.wantsAnswers =
      session.features.passthrough == .tmux && watch.wantsAnswers(at: instant)
    var isMissing = false
    for case .graphics(let name, let message) in replies {
      if answers?.answered(name, isThere: message == "OK") == true { isMissing = true }
    }
    if let deadline = watch.deadline, deadline <= instant, answers?.loseAwaited() ?? false {
      isMissing = true
    }
    watch.setAwaitedCount(answers?.awaitedCount ?? 0, at: instant)
    return isMissing
  }

  private func noteAwaitedGraphics(at instant: Duration) {
    let count = graphicAnswers?.awaitedCount ?? 0
    if count > 0 { session.expectGraphicReplies(count) }
    watch.setAwaitedCount(count, at: instant)
  }

  private var graphicAnswers: (any GraphicAnswering)? {
    (presenter as? DirectPresenter)?.graphicAnswers
  }
}

extension ScreenPlan {
  /// The events that report the plan to the gallery.
  var events: [Event] {
    [
      .graphicsChanged(graphics), .renditionChanged(rendition, symbolSets: symbolSets),
      .ownColorsChanged(ownColors),
    ]
  }
}
