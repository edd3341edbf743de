/// Decides when a frame may start, so that at most one is queued beyond the link's capacity.
///
/// Every frame ends with a status query, and the terminal's answer means that the frame was shown. Sent bytes can't be
/// taken back: bytes queued in a pseudo-terminal or in a network are still shown long after the key was released. So a
/// frame starts only while the bytes under way fit the link (bandwidth times delay, as in BBR, draft-ietf-ccwg-bbr).
///
/// A terminal that may be local gets one more frame, ready when the last is drawn. A local terminal that keeps up gets
/// three more, so that a stall does not delay frames.
///
/// Before the first answer, a few small frames start as soon as the descriptor accepts them; then the gate waits for
/// that answer. A terminal that never answers gets everything its descriptor accepts. If a terminal stops answering,
/// the gate waits as long as the slowest link would need, and then treats it the same.
package struct FrameGate: Hashable, Sendable {
  /// The terminal's behavior so far: unknown, answering or silent.
  private enum Terminal: Hashable {
    /// The terminal has not answered yet.
    case unknown
    case answers
    case isSilent
  }

  package private(set) var gauge: LinkGauge
  private var pictureBudget = PictureBudget()
  private let period: Duration
  /// Whether no network lies between the program and its terminal; nil if that is not known yet.
  package private(set) var isLocal: Bool?
  private var terminal = Terminal.unknown
  private var givenUp = 0
  /// Whether a frame was given up, so that a late answer may be attributed to a later frame.
  private var hasLost = false
  /// When the latest frame was completely written; nil while part of it waits for room.
  private var writtenAt: Duration?

  /// - Parameters:
  ///   - period: the time from one frame to the next.
  ///   - isLocal: whether no network lies between the program and its terminal; nil if only answers
  ///     can tell.
  package init(period: Duration, isLocal: Bool? = false) {
    gauge = LinkGauge(period: period)
    self.period = period
    self.isLocal = isLocal
  }

  // MARK: - Events

  /// Sets whether answers are expected, before the terminal has answered a frame.
  package mutating func expectAnswers(_ isExpected: Bool) {
    guard terminal == .unknown else { return }
    terminal = isExpected ? .answers : .isSilent
  }

  /// Notes that a frame or part of one was sent, with a request for an answer at its end.
  ///
  /// - Parameters:
  ///   - bytes: more than 0.
  ///   - isWritten: false until the terminal has accepted all of it; `written` follows.
  /// - Returns: the frame's number, counted from 1.
  package mutating func sent(bytes: Int, isWritten: Bool, at now: Duration) -> Int {
    writtenAt = isWritten ? now : nil
    if terminal == .isSilent, gauge.framesInFlight >= Constants.Gate.mostGivenUp {
      gauge.giveUp()
      hasLost = true
    }
    return gauge.sent(bytes: bytes, at: now)
  }

  /// Notes that the terminal has accepted the rest of the latest frame, or will never receive it.
  ///
  /// A second call changes nothing.
  package mutating func written(at now: Duration) {
    if writtenAt == nil { writtenAt = now }
  }

  /// Notes that pending frames were interrupted, so that no answers are expected.
  package mutating func framesWereCut() {
    gauge.giveUp()
  }

  /// Notes an answer.
  ///
  /// - Parameter wasAwaited: false if it may have come before `now`, while the program was busy.
  /// - Returns: the number of the frame that is now shown; nil if none was under way.
  package mutating func answered(at now: Duration, wasAwaited: Bool = true) -> Int? {
    terminal = .answers
    givenUp = 0
    let frame = gauge.answered(at: now, wasAwaited: wasAwaited)
    if frame != nil, let latest = gauge.latest, wasAwaited {
      let time = max(
        gauge.travelTime(of: latest), Double(latest.bytes) / (gauge.bytesPerSecond ?? .infinity))
      pictureBudget.record(latest.bytes, carriedIn: .seconds(time))
    }
    if isLocal == nil, !hasLost, let latest = gauge.latest,
      latest.bytes >= Constants.Gate.leastLocalBytes,
      latest.roundTrip <= Constants.Gate.localRoundTrip
    {
      isLocal = true
    }
    return frame
  }

  // MARK: - Decisions

  /// Whether a frame may start now.
  package mutating func opens(at now: Duration) -> Bool {
    if let overdue, now >= overdue { giveUp() }
    return isOpen(at: now)
  }

  /// The instant at which a frame may start even without an answer.
  ///
  /// - Returns: `now` for immediately; nil if only an answer or a written frame can change that.
  package func opensAt(_ now: Duration) -> Duration? {
    isOpen(at: now) ? now : overdue
  }

  /// True if no answers are expected.
  package var isSilent: Bool { terminal == .isSilent }

  /// Whether answers show when frames are seen.
  package var isAnswered: Bool { terminal == .answers }

  /// The most bytes of the next frame or part of one.
  ///
  /// On a slow link, a part takes little more than a period. On a fast link it is unlimited.
  package var partBytes: Int {
    if terminal == .unknown, gauge.framesInFlight > 0 { return Constants.Gate.unprovenPart }
    guard let bytesPerSecond = slowRate else { return .max }
    let bytes = Int(bytesPerSecond * period.seconds * Constants.Gate.partPeriods)
    return max(Constants.Gate.smallestPart, bytes)
  }

  /// The rate in bytes per second of a slow link; nil for any other link.
  ///
  /// A link is slow if it recently took over a period per frame. A local terminal is never slow: it
  /// is late only while another process has the processor. If its frames were split then, a held
  /// key would show no complete one.
  package var slowRate: Double? {
    terminal == .answers && isLocal != true && gauge.isSlow ? gauge.bytesPerSecond : nil
  }

  /// The part of the next frame that may be sent now.
  ///
  /// A frame that moves coarse tiles is sent completely, and pictures follow in the next frames. So text is not
  /// delayed, and no caption is under another item's picture.
  package func allowance(isMoving: Bool) -> FrameAllowance {
    isMoving && slowRate != nil
      ? FrameAllowance(bytes: .max, pictureBytes: 0)
      : FrameAllowance(bytes: partBytes, pictureBytes: pictureBytes)
  }

  private var pictureBytes: Int {
    isLocal == true || terminal != .answers ? .max : pictureBudget.bytes
  }

  private func isOpen(at now: Duration) -> Bool {
    if terminal == .isSilent || gauge.framesInFlight == 0 { return true }
    if terminal == .unknown {
      return writtenAt != nil && gauge.framesInFlight < Constants.Gate.mostUnproven
    }
    if mayBeLocal, writtenAt != nil, gauge.framesInFlight < mostNearby { return true }
    if terminal == .answers, gauge.needsRoundTrip(at: now) { return false }
    return gauge.bytesInFlight <= gauge.capacity + slack
  }

  /// The bytes that may wait for a slow link, so that it is not idle between parts.
  private var slack: Int {
    slowRate.map { Int($0 * period.seconds * Constants.Gate.slackPeriods) } ?? 0
  }

  /// Whether the terminal may be local: there is no sign of a remote login, and answers don't show
  /// a slow link.
  private var mayBeLocal: Bool { isLocal ?? !gauge.isSlow }

  /// The most frames under way to a terminal that may be local.
  private var mostNearby: Int {
    isLocal == true && gauge.keepsUp
      ? Constants.Gate.framesToLocal : Constants.Gate.framesToLikelyLocal
  }

  /// The instant at which the frames under way count as lost.
  private var overdue: Duration? {
    guard gauge.framesInFlight > 0, let writtenAt else { return nil }
    guard terminal == .answers else { return writtenAt + Constants.Gate.patience }
    let transfer = Duration.seconds(1) * gauge.bytesInFlight / Constants.Gate.slowestBytesPerSecond
    return writtenAt + Constants.Gate.patience + transfer
  }

  private mutating func giveUp() {
    givenUp += 1
    hasLost = true
    if terminal == .unknown || givenUp == Constants.Gate.mostGivenUp { terminal = .isSilent }
    // A silent terminal may still answer earlier frames, and then is no longer silent.
    if terminal != .isSilent { gauge.giveUp() }
  }
}

/// The part of a frame that may be sent now.
package struct FrameAllowance: Hashable, Sendable {
  /// The size at which a part of the frame ends after its current row; `.max` for the whole frame.
  package let bytes: Int
  /// The most bytes of new pictures that the terminal draws itself; `.max` for no limit.
  package let pictureBytes: Int
}
