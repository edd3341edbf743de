/// Decides when a frame may start, so that at most one is under way beyond what the link carries.
///
/// Every frame ends in a status request, and the terminal's answer means that the frame has been
/// shown. Sent bytes cannot be taken back: a queue in a pseudo-terminal or in a network is still
/// shown long after the key was released. So a frame starts only while the bytes under way fit the
/// link (bandwidth times delay, as in BBR, draft-ietf-ccwg-bbr).
///
/// A terminal that may be local gets one frame more: it then has the next one as soon as it has drawn the last. One
/// that is local and keeps up gets three more, so that a stall of its own, or of the machine, holds nothing.
///
/// Before the first answer, a few small frames start as soon as the descriptor takes them; the gate
/// then waits for that answer. A terminal that does not answer gets what its descriptor takes. If a
/// terminal stops answering, the gate waits as long as the slowest link would need, and then treats
/// it likewise.
package struct FrameGate: Hashable, Sendable {
  /// What the gate knows about the terminal's answers.
  private enum Terminal: Hashable {
    /// The terminal has yet to show whether it answers.
    case unknown
    case answers
    case isSilent
  }

  /// How long the gate waits for an answer beyond the time that the bytes take.
  static let patience = Duration.seconds(1)
  /// 64 kbit/s: the gate waits for frames as if the link were that slow.
  private static let slowestBytesPerSecond = 8_000
  /// A frame that is answered so soon has crossed no slow network, without a sign of a login from
  /// elsewhere.
  ///
  /// Kitty takes 3 ms for any frame. Beside two busy loops a question takes xterm 3 ms, and more than
  /// 10 ms one time in ten.
  private static let nearby = Duration.milliseconds(10)
  /// The fewest bytes of such a frame: no link below 3 Mbit/s carries them in that time.
  private static let telling = 4_096
  /// The number of consecutive abandoned frames after which a terminal counts as silent.
  private static let mostGivenUp = 3
  /// The number of unanswered frames that may be under way before a terminal's first answer.
  private static let mostUnproven = 4
  /// The most bytes of each of those frames after the first: what a key moves, without pictures.
  ///
  /// Together they take 50 ms at 1 Mbit/s.
  private static let unprovenPart = 2_048
  /// The fewest bytes in a part of a frame, on any link: a row or two.
  private static let smallestPart = 1_024

  package private(set) var gauge: LinkGauge
  private var pictureBudget = PictureBudget()
  /// The number of frames that were ready and due, but had to wait for an answer.
  package private(set) var framesHeld = 0
  private let period: Duration
  private var isLocal: Bool?
  private var terminal = Terminal.unknown
  private var givenUp = 0
  /// Whether a frame was given up: a late answer may then be taken for a later frame's.
  private var hasLost = false
  /// When the latest frame had left the program; nil while part of it waits for room.
  private var writtenAt: Duration?
  private var isHolding = false

  /// - Parameters:
  ///   - period: the time from one frame to the next.
  ///   - isLocal: whether no network lies between the program and its terminal; nil if only answers
  ///     can tell.
  package init(period: Duration, isLocal: Bool? = false) {
    gauge = LinkGauge(period: period)
    self.period = period
    self.isLocal = isLocal
  }

  // MARK: - What happens

  /// Sets whether answers are expected, before the terminal has answered a frame.
  package mutating func expectAnswers(_ isExpected: Bool) {
    guard terminal == .unknown else { return }
    terminal = isExpected ? .answers : .isSilent
  }

  /// Notes that a frame or part of one was sent, with a request for an answer at its end.
  ///
  /// - Parameters:
  ///   - bytes: more than 0.
  ///   - isWritten: false while the terminal has not taken all of it; `written` follows.
  /// - Returns: the frame's number; they count up from 1.
  package mutating func sent(bytes: Int, isWritten: Bool, at now: Duration) -> Int {
    isHolding = false
    writtenAt = isWritten ? now : nil
    if terminal == .isSilent, gauge.framesInFlight >= Self.mostGivenUp {
      gauge.giveUp()
      hasLost = true
    }
    return gauge.sent(bytes: bytes, at: now)
  }

  /// Notes that the terminal has taken the rest of the latest frame, or will never receive it.
  ///
  /// A second call changes nothing.
  package mutating func written(at now: Duration) {
    if writtenAt == nil { writtenAt = now }
  }

  /// Notes that the frames under way were cut, so that no answer to them is expected.
  package mutating func framesWereCut() {
    gauge.giveUp()
  }

  /// Notes an answer.
  ///
  /// - Parameter wasAwaited: false when it may have come before `now`, unseen.
  /// - Returns: the number of the frame that is now shown; nil if none was under way.
  package mutating func answered(at now: Duration, wasAwaited: Bool = true) -> Int? {
    terminal = .answers
    givenUp = 0
    let frame = gauge.answered(at: now, wasAwaited: wasAwaited)
    if frame != nil, let latest = gauge.latest, wasAwaited {
      let time = max(
        gauge.travelTime(of: latest), Double(latest.bytes) / (gauge.bytesPerSecond ?? .infinity))
      pictureBudget.note(latest.bytes, carriedIn: .seconds(time))
    }
    if isLocal == nil, !hasLost, let latest = gauge.latest, latest.bytes >= Self.telling,
      latest.roundTrip <= Self.nearby
    {
      isLocal = true
    }
    return frame
  }

  // MARK: - What it says

  /// True if a frame may start now; otherwise the frame is counted as held.
  package mutating func opens(at now: Duration) -> Bool {
    if let overdue, now >= overdue { giveUp() }
    let isOpen = isOpen(at: now)
    if !isOpen, !isHolding {
      isHolding = true
      framesHeld += 1
    }
    return isOpen
  }

  /// The instant at which a frame may start even without an answer.
  ///
  /// - Returns: `now` for at once; nil while only an answer or a written frame changes anything.
  package func opensAt(_ now: Duration) -> Duration? {
    isOpen(at: now) ? now : overdue
  }

  /// True if no answers are expected.
  package var isSilent: Bool { terminal == .isSilent }

  /// True if answers show when frames are seen.
  package var isAnswered: Bool { terminal == .answers }

  /// The most bytes of the next frame or part of one.
  ///
  /// On a slow link it is what the link carries in a period and a quarter, so that each part again
  /// proves the link slow. On a fast link it is unlimited.
  package var partBytes: Int {
    if terminal == .unknown, gauge.framesInFlight > 0 { return Self.unprovenPart }
    guard let bytesPerSecond = slowRate else { return .max }
    return max(Self.smallestPart, Int(bytesPerSecond * period.seconds * 1.25))
  }

  /// The rate, in bytes per second, of a link that has recently held frames for longer than a
  /// period.
  ///
  /// It is nil for any other link, and for a local terminal: that is late only while something else
  /// has the processor. If its frames were cut then, a held key would show no whole one.
  package var slowRate: Double? {
    terminal == .answers && isLocal != true && gauge.isSlow ? gauge.bytesPerSecond : nil
  }

  /// How much of the next frame may be sent at once.
  ///
  /// A frame that moves coarse tiles is sent whole, and its pictures follow in the next ones: so text
  /// is not delayed, and no caption stands under the picture of another item.
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
    if terminal == .unknown { return writtenAt != nil && gauge.framesInFlight < Self.mostUnproven }
    if mayBeLocal, writtenAt != nil, gauge.framesInFlight < mostNearby { return true }
    if terminal == .answers, gauge.needsRoundTrip(at: now) { return false }
    return gauge.bytesInFlight <= gauge.capacity + slack
  }

  /// The bytes that a slow link carries in half a period, so that it is not idle between a part and the next one.
  private var slack: Int { slowRate.map { Int($0 * period.seconds / 2) } ?? 0 }

  /// True until answers show a slow link, where no login from elsewhere is known.
  private var mayBeLocal: Bool { isLocal ?? !gauge.isSlow }

  /// The number of frames that may be under way to a terminal that may be local.
  ///
  /// Four take 67 ms: kitty 0.26 stalls for 31 ms where software draws for it.
  private var mostNearby: Int { isLocal == true && gauge.keepsUp ? 4 : 2 }

  /// The instant at which the frames under way count as lost.
  private var overdue: Duration? {
    guard gauge.framesInFlight > 0, let writtenAt else { return nil }
    guard terminal == .answers else { return writtenAt + Self.patience }
    let transfer = Duration.seconds(1) * gauge.bytesInFlight / Self.slowestBytesPerSecond
    return writtenAt + Self.patience + transfer
  }

  private mutating func giveUp() {
    givenUp += 1
    hasLost = true
    if terminal == .unknown || givenUp == Self.mostGivenUp { terminal = .isSilent }
    // A silent terminal may still answer what it was sent, and then it is not silent.
    if terminal != .isSilent { gauge.giveUp() }
  }
}

/// How much of a frame may be sent at once.
package struct FrameAllowance: Hashable, Sendable {
  /// A part of the frame ends with the row that reaches this many bytes; `.max` for the whole frame.
  package let bytes: Int
  /// The most bytes of new pictures that the terminal draws itself; `.max` for no limit.
  package let pictureBytes: Int
}
