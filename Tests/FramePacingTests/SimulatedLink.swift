@testable import FramePacing

/// A terminal behind a link, in virtual time.
///
/// Bytes are carried one after the other at a rate. A frame's answer arrives once its last byte was
/// carried and the way back is done.
struct SimulatedLink {
  var bytesPerSecond: Double
  var roundTrip: Duration
  /// The time from one moment at which the terminal reads and answers to the next; zero for at once.
  var rhythm = Duration.zero
  /// The pending answers, oldest first.
  private(set) var answers: [Duration] = []
  /// The instant at which the link has carried all its bytes.
  private(set) var freeAt = Duration.zero

  init(bytesPerSecond: Double, roundTrip: Duration = .zero) {
    self.bytesPerSecond = bytesPerSecond
    self.roundTrip = roundTrip
  }

  /// The bytes that wait for the link at an instant, which would be shown after a key was released.
  func queued(at now: Duration) -> Double {
    max(0, (freeAt - now - roundTrip / 2).seconds) * bytesPerSecond
  }

  mutating func send(_ bytes: Int, at now: Duration, isAnswered: Bool = true) {
    freeAt = max(freeAt, now + roundTrip / 2) + .seconds(Double(bytes) / bytesPerSecond)
    guard isAnswered else { return }
    let read = rhythm > .zero ? rhythm * (freeAt / rhythm).rounded(.up) : freeAt
    answers.append(read + roundTrip / 2)
  }

  /// Stops the terminal from taking bytes until an instant.
  mutating func pause(until instant: Duration) { freeAt = max(freeAt, instant) }

  /// The answers that have come by an instant.
  mutating func takeAnswers(until now: Duration) -> [Duration] {
    let come = answers.prefix { $0 <= now }
    answers.removeFirst(come.count)
    return Array(come)
  }
}

/// A session with a held key on a link: at every millisecond it asks the flow what it would do.
struct HeldKeySession {
  var flow: FrameFlow
  var link: SimulatedLink
  /// How often the terminal takes nothing for a while, and for how long.
  var pauses: (every: Duration, length: Duration)?
  private var nextPause = Duration.zero
  private(set) var now = Duration.zero
  /// When each frame or part started.
  private(set) var starts: [Duration] = []
  /// The bytes beyond what the link carries at the start of each frame, excluding that frame.
  private(set) var excess: [Double] = []
  /// The bytes of the current frame that have not been sent.
  private(set) var rest = 0

  /// The instants at which the link counted as slow.
  private(set) var slowAt: [Duration] = []
  /// The instants at which less than a whole frame could be sent.
  private(set) var cutAt: [Duration] = []

  init(_ link: SimulatedLink, isLocal: Bool? = false) {
    self.link = link
    flow = FrameFlow(framesPerSecond: 60, isLocal: isLocal)
    flow.expectAnswers(true)
  }

  /// Lets time pass.
  ///
  /// - Parameters:
  ///   - bytes: the size of a frame that shows the latest state.
  ///   - keysEvery: the time from one key to the next; nil for no keys.
  mutating func run(
    for duration: Duration, bytes: Int, keysEvery interval: Duration? = .milliseconds(33)
  ) {
    let end = now + duration
    var nextKey = now
    while now < end {
      for answer in link.takeAnswers(until: now) { flow.answered(1, at: max(answer, now)) }
      if let interval, now >= nextKey {
        flow.keyArrived(at: now)
        flow.requestFrame(at: now)
        rest = bytes
        nextKey += interval
      }
      if let pauses, now >= nextPause {
        link.pause(until: now + pauses.length)
        nextPause = now + pauses.every
      }
      show()
      if flow.gate.slowRate != nil { slowAt.append(now) }
      if flow.gate.partBytes < .max { cutAt.append(now) }
      now += .milliseconds(1)
    }
  }

  private mutating func show() {
    let carried = link.bytesPerSecond * link.roundTrip.seconds
    let beyond = Double(flow.gate.gauge.bytesInFlight) - carried
    guard flow.startFrame(at: now) != nil else { return }
    starts.append(now)
    excess.append(max(0, beyond))
    let part = min(rest, flow.gate.partBytes)
    rest -= part
    if part > 0 { link.send(part, at: now) }
    flow.presented(bytes: part, isComplete: rest == 0, isWritten: true, at: now)
  }

  /// The number of frames or parts that started in the last milliseconds.
  func frames(inLast milliseconds: Int) -> Int {
    starts.count { $0 > now - .milliseconds(milliseconds) }
  }
}
