/// Says when a frame may start, so that no more than one is under way beyond what the link carries.
///
/// Every frame ends in a status request, and the terminal's answer tells that it has been shown.
/// Whatever was sent cannot be taken back: what waits in a pseudo-terminal's queue and in a
/// network's is shown long after the key was released. So a frame starts only while what is under
/// way fits the link (bandwidth times delay, as in BBR, draft-ietf-ccwg-bbr).
///
/// Before the first answer a few small frames start as the descriptor takes them; then that answer
/// is waited for. A terminal that does not answer is given what its descriptor takes. One that stops
/// answering is waited for as long as the slowest link would need, and then as well.
package struct FrameGate: Hashable, Sendable {
  /// What is known of the terminal.
  private enum Terminal: Hashable {
    /// Whether it answers has to be seen.
    case unknown
    case answers
    case isSilent
  }

  /// How long an answer is waited for beyond what the bytes take.
  static let patience = Duration.seconds(1)
  /// 64 kbit/s: frames are waited for as if the link were that slow.
  private static let slowestBytesPerSecond = 8_000
  /// Frames given up on one after the other until a terminal counts as silent.
  private static let mostGivenUp = 3
  /// Frames that a terminal may owe answers for before its first one.
  private static let mostUnproven = 4
  /// The bytes that each of them may have but the first: what a key moves, and no pictures.
  ///
  /// All of them take 50 ms of 1 Mbit/s.
  private static let unprovenPart = 2_048
  /// A part of a frame carries as much on every link: a row or two.
  private static let smallestPart = 1_024

  package private(set) var gauge: LinkGauge
  /// Frames that were ready and due and had to wait for an answer.
  package private(set) var framesHeld = 0
  private let period: Duration
  private let isLocal: Bool
  private var terminal = Terminal.unknown
  private var givenUp = 0
  /// When the latest frame had left the program; nil while part of it waits for room.
  private var writtenAt: Duration?
  private var isHolding = false

  /// - Parameters:
  ///   - period: the time from one frame to the next.
  ///   - isLocal: no network lies between the program and its terminal.
  package init(period: Duration, isLocal: Bool = false) {
    gauge = LinkGauge(period: period)
    self.period = period
    self.isLocal = isLocal
  }

  // MARK: - What happens

  /// What is known of the terminal before it has answered a frame.
  package mutating func expectAnswers(_ isExpected: Bool) {
    guard terminal == .unknown else { return }
    terminal = isExpected ? .answers : .isSilent
  }

  /// A frame or part of one was sent, with a request for an answer at its end.
  ///
  /// - Parameters:
  ///   - bytes: more than 0.
  ///   - isWritten: false while the terminal has not taken all of it; `written` follows.
  /// - Returns: the frame's number; they count up from 1.
  package mutating func sent(bytes: Int, isWritten: Bool, at now: Duration) -> Int {
    isHolding = false
    writtenAt = isWritten ? now : nil
    if terminal == .isSilent, gauge.framesInFlight >= Self.mostGivenUp { gauge.giveUp() }
    return gauge.sent(bytes: bytes, at: now)
  }

  /// The terminal has taken the rest of the latest frame, or will never be given it; told again, it
  /// changes nothing.
  package mutating func written(at now: Duration) {
    if writtenAt == nil { writtenAt = now }
  }

  /// What is under way was cut short: no answer to it is waited for.
  package mutating func framesWereCut() {
    gauge.giveUp()
  }

  /// An answer came.
  ///
  /// - Parameter wasAwaited: false when it may have come before `now`, unseen.
  /// - Returns: the number of the frame that has now been shown; nil if none was under way.
  package mutating func answered(at now: Duration, wasAwaited: Bool = true) -> Int? {
    terminal = .answers
    givenUp = 0
    return gauge.answered(at: now, wasAwaited: wasAwaited)
  }

  // MARK: - What it says

  /// True if a frame may start now; a frame that may not is counted as held.
  package mutating func opens(at now: Duration) -> Bool {
    if let overdue, now >= overdue { giveUp() }
    let isOpen = isOpen(at: now)
    if !isOpen, !isHolding {
      isHolding = true
      framesHeld += 1
    }
    return isOpen
  }

  /// When a frame may start although no answer comes.
  ///
  /// - Returns: `now` if at once; nil while only an answer or a written frame changes anything.
  package func opensAt(_ now: Duration) -> Duration? {
    isOpen(at: now) ? now : overdue
  }

  /// True when no answers are expected.
  package var isSilent: Bool { terminal == .isSilent }

  /// True when answers to frames tell when they are shown.
  package var isAnswered: Bool { terminal == .answers }

  /// The bytes that the next frame or part of one may have: what the link carries in a period and
  /// a quarter, so that each tells anew that it is slow; and any number where it is fast.
  package var partBytes: Int {
    if terminal == .unknown, gauge.framesInFlight > 0 { return Self.unprovenPart }
    guard let bytesPerSecond = slowRate else { return .max }
    return max(Self.smallestPart, Int(bytesPerSecond * period.seconds * 1.25))
  }

  /// Bytes a second of a link that has recently kept frames for longer than a period; nil for one
  /// that has not.
  package var slowRate: Double? {
    terminal == .answers && gauge.isSlow ? gauge.bytesPerSecond : nil
  }

  /// The same, where pictures should be drawn coarse for it: never before a local terminal, which is
  /// late only for as long as something else has the processor.
  package var coarseRate: Double? { isLocal ? nil : slowRate }

  private func isOpen(at now: Duration) -> Bool {
    if terminal == .isSilent || gauge.framesInFlight == 0 { return true }
    if terminal == .unknown { return writtenAt != nil && gauge.framesInFlight < Self.mostUnproven }
    if terminal == .answers, gauge.needsRoundTrip(at: now) { return false }
    return gauge.bytesInFlight <= gauge.capacity
  }

  /// When what is under way counts as lost.
  private var overdue: Duration? {
    guard gauge.framesInFlight > 0, let writtenAt else { return nil }
    guard terminal == .answers else { return writtenAt + Self.patience }
    let transfer = Duration.seconds(1) * gauge.bytesInFlight / Self.slowestBytesPerSecond
    return writtenAt + Self.patience + transfer
  }

  private mutating func giveUp() {
    givenUp += 1
    if terminal == .unknown || givenUp == Self.mostGivenUp { terminal = .isSilent }
    // What a silent terminal was sent may yet be answered, and then it is not silent.
    if terminal != .isSilent { gauge.giveUp() }
  }
}
