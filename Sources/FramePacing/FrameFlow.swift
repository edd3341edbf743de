/// Decides when a frame starts and how much of it is sent, and measures the time until it is seen.
///
/// It combines deadlines, the link, and keys for the run loop. Each event comes with its time, so
/// that a test can simulate any link.
package struct FrameFlow: Sendable {
  private var pacer: FramePacer
  package private(set) var gate: FrameGate
  package private(set) var shown = ShownClock()
  /// False while the screen does not show the latest surface completely.
  package private(set) var isComplete = true
  /// The number of frames that had to wait for the link or the terminal.
  package private(set) var framesWaited = 0
  /// The wait of the latest started frame.
  package private(set) var wait = FrameWait()
  /// The start of the wait of a frame that is due, and its kind.
  private var waitsSince: (at: Duration, phase: FramePhase)?

  /// - Parameter isLocal: whether no network lies between the program and its terminal; nil if only
  ///   answers can tell.
  package init(framesPerSecond: Int, isLocal: Bool? = false) {
    pacer = FramePacer(framesPerSecond: framesPerSecond)
    gate = FrameGate(period: pacer.period, isLocal: isLocal)
  }

  package var period: Duration { pacer.period }

  /// True while a frame is requested.
  package var isFrameWanted: Bool { pacer.nextFrame != nil }

  /// The instant to call `startFrame` again, if nothing else happens before; nil for never.
  package func wakeAt(_ now: Duration) -> Duration? {
    guard let due = pacer.nextFrame else { return nil }
    return gate.opensAt(max(now, due)).map { max($0, due) }
  }

  // MARK: - Events

  /// Requests a frame that shows a change.
  package mutating func requestFrame(at now: Duration) { pacer.requestFrame(at: now) }

  /// Notes the time of a person's input.
  package mutating func keyArrived(at now: Duration) { shown.keyArrived(at: now) }

  package mutating func expectAnswers(_ isExpected: Bool) { gate.expectAnswers(isExpected) }

  /// Notes that frames were answered.
  ///
  /// - Parameter wasAwaited: false if the answers may have come before `now`, while the program was
  ///   busy.
  /// - Returns: the number on the link of the latest answered frame; nil for none.
  @discardableResult
  package mutating func answered(
    _ count: Int, at now: Duration, wasAwaited: Bool = true
  ) -> Int? {
    var latest: Int?
    for _ in 0..<count {
      guard let frame = gate.answered(at: now, wasAwaited: wasAwaited) else { continue }
      shown.answered(frame: frame, at: now)
      latest = frame
    }
    return latest
  }

  /// Notes that the terminal has accepted the rest of the latest frame.
  package mutating func written(at now: Duration) { gate.written(at: now) }

  /// Notes that pending frames were interrupted, because another program or presenter draws now.
  package mutating func framesWereCut() { gate.framesWereCut() }

  /// Forgets what waited while the program was suspended: that time belongs to no frame and to no key.
  package mutating func resumed(at now: Duration) {
    gate.framesWereCut()
    pacer.resumed(at: now)
    shown.giveUp()
    waitsSince = nil
  }

  // MARK: - Frames

  /// Starts a frame if one is requested, its time has come, and the link has room for it.
  ///
  /// - Parameter isWritable: whether the terminal has accepted all of the frames before.
  /// - Returns: the instant by which it should be presented; nil if none starts.
  package mutating func startFrame(at now: Duration, isWritable: Bool = true) -> Duration? {
    guard let due = pacer.nextFrame, due <= now else { return nil }
    guard isWritable, gate.opens(at: now) else {
      let phase: FramePhase = isWritable && gate.isLocal != true ? .linkWait : .terminalWait
      if waitsSince == nil {
        framesWaited += 1
        waitsSince = (now, phase)
      }
      return nil
    }
    wait = FrameWait()
    if let waitsSince { (wait.time, wait.phase) = (now - waitsSince.at, waitsSince.phase) }
    waitsSince = nil
    return pacer.frameStarts(at: now)
  }

  /// Notes that the started frame, or part of it, was presented; the rest is then requested
  /// immediately.
  ///
  /// - Parameters:
  ///   - bytes: 0 if nothing had to be sent.
  ///   - isWritten: false until the terminal has accepted all of it.
  /// - Returns: its number on the link; nil if nothing had to be sent.
  @discardableResult
  package mutating func presented(
    bytes: Int, isComplete: Bool, isWritten: Bool, at now: Duration
  ) -> Int? {
    self.isComplete = isComplete
    let frame = bytes > 0 ? gate.sent(bytes: bytes, isWritten: isWritten, at: now) : nil
    if isComplete { shown.presented(inFrame: frame) } else { pacer.requestFrame(at: now) }
    if gate.isSilent { shown.giveUp() }
    return frame
  }
}

/// Decides when frames may be presented: at once when idle, then at most one per period.
///
/// A change is shown at the next deadline. A frame is late if it is presented more than a period
/// after that deadline. The very first frame starts no period: it shows placeholders, and would
/// delay the first picture.
package struct FramePacer: Hashable, Sendable {
  package let period: Duration
  private var hasStarted = false
  /// The start of the latest frame; nil before the second one.
  private var lastStart: Duration?
  private var requestedAt: Duration?

  /// - Parameter framesPerSecond: clamped to 1...1000.
  package init(framesPerSecond: Int) {
    period = .nanoseconds(1_000_000_000 / min(max(framesPerSecond, 1), 1_000))
  }

  /// Requests a frame for a change at an instant, which may be in the future.
  ///
  /// Only the earliest request before a frame counts.
  package mutating func requestFrame(at instant: Duration) {
    requestedAt = requestedAt.map { min($0, instant) } ?? instant
  }

  /// Delays a request from before a suspension to its end.
  package mutating func resumed(at now: Duration) {
    requestedAt = requestedAt.map { max($0, now) }
    lastStart = nil
  }

  /// The start of the next frame; nil if nothing changed.
  package var nextFrame: Duration? {
    guard let requestedAt else { return nil }
    return lastStart.map { max(requestedAt, $0 + period) } ?? requestedAt
  }

  /// Notes the start of a frame.
  ///
  /// - Returns: the instant by which it should have been presented.
  package mutating func frameStarts(at now: Duration) -> Duration {
    let due = nextFrame ?? now
    // Consecutive frames have deadlines on a grid, so that a late timer does not delay all later
    // ones. A frame that is a whole period late starts a new grid.
    if hasStarted { lastStart = now - due < period ? due : now }
    hasStarted = true
    requestedAt = nil
    return due + period
  }
}
