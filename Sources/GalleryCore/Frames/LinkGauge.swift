import Prefetching

/// Measures the way to the terminal by the answers to frames: how long it takes, and how much it
/// carries.
///
/// What it looks at is what a program can see: a frame was sent, and its answer came. Between them
/// lie the kernel's queues, perhaps a network, and the terminal itself. A frame takes the time of
/// an empty way, and the time that its bytes need; a frame behind another waits for that one first.
/// So a frame's own part of the time is told from the distance to the answer before it where the
/// two were under way together (packet-pair probing, Keshav 1991), and elsewhere from how much
/// longer it took than the quickest frame, which was smaller. Rates and round trips come from a
/// window of recent frames, as in BBR (draft-ietf-ccwg-bbr).
package struct LinkGauge: Hashable, Sendable {
  private struct Flight: Hashable, Sendable {
    let number: Int
    let bytes: Int
    let sentAt: Duration
    /// The bytes that were under way once it was sent, its own among them.
    let load: Int
  }

  /// What an answer told.
  private struct Sample: Hashable, Sendable {
    let bytes: Int
    let roundTrip: Duration
    /// Since the answer before, if the frame was sent before that came.
    let spacing: Duration?
    let load: Int
  }

  private struct Quickest: Hashable, Sendable {
    var roundTrip: Duration
    var bytes: Int
    var at: Duration
  }

  /// The frames that the figures come from.
  static let windowLength = 16
  /// Bytes of a frame that tells whether the link is slow.
  private static let largeFrame = 1_024
  /// How long the quickest round trip counts; the same as BBR's.
  static let memory = Duration.seconds(10)

  private var flights: [Flight] = []
  private var samples = RecentValues<Sample>(capacity: windowLength)
  /// The latest of those that are large enough to tell whether the link is slow: a while of small
  /// frames does not make it fast.
  private var largeSamples: [Sample] = []
  private var largeAnswered = 0
  private var quickest: Quickest?
  private var lastAnswer = Duration.zero
  private var secondsPerByte: Double?
  package private(set) var bytesInFlight = 0
  private var framesSent = 0

  package init() {}

  // MARK: - What happens

  /// A frame was sent.
  ///
  /// - Returns: its number; they count up from 1.
  @discardableResult
  package mutating func sent(bytes: Int, at now: Duration) -> Int {
    framesSent += 1
    bytesInFlight += bytes
    flights.append(
      Flight(number: framesSent, bytes: bytes, sentAt: now, load: bytesInFlight))
    return framesSent
  }

  /// The oldest frame under way was answered.
  ///
  /// - Returns: its number; nil when there is none, and then the answer is ignored.
  @discardableResult
  package mutating func answered(at now: Duration) -> Int? {
    guard !flights.isEmpty else { return nil }
    let flight = flights.removeFirst()
    bytesInFlight -= flight.bytes
    let sample = Sample(
      bytes: flight.bytes, roundTrip: now - flight.sentAt,
      spacing: lastAnswer > flight.sentAt ? now - lastAnswer : nil, load: flight.load)
    lastAnswer = now
    if sample.spacing == nil { noteRoundTrip(of: sample, at: now) }
    samples.append(sample)
    if sample.bytes >= Self.largeFrame { keep(sample) }
    measure()
    return flight.number
  }

  /// No answer to what is under way is expected any more.
  package mutating func giveUp() {
    flights.removeAll(keepingCapacity: true)
    bytesInFlight = 0
  }

  private mutating func keep(_ sample: Sample) {
    if largeSamples.count < Self.windowLength {
      largeSamples.append(sample)
    } else {
      largeSamples[largeAnswered % Self.windowLength] = sample
    }
    largeAnswered += 1
  }

  private mutating func noteRoundTrip(of sample: Sample, at now: Duration) {
    if let quickest, sample.roundTrip > quickest.roundTrip, now < quickest.at + Self.memory {
      return
    }
    quickest = Quickest(roundTrip: sample.roundTrip, bytes: sample.bytes, at: now)
  }

  // MARK: - What it tells

  package var framesInFlight: Int { flights.count }

  /// The shortest time from a frame to its answer; nil before the first.
  package var roundTrip: Duration? { quickest?.roundTrip }

  /// Bytes a second that the link has carried while it was busy; nil before the first answer.
  package var bytesPerSecond: Double? { secondsPerByte.map { 1 / $0 } }

  /// The same, where frames of different sizes or one behind the other have told it.
  package var measuredRate: Double? { isRateCertain ? bytesPerSecond : nil }

  /// True when the quickest round trip is so old that it may be another by now: it is measured by a
  /// frame that has the way for itself.
  package func needsRoundTrip(at now: Duration) -> Bool {
    quickest.map { now >= $0.at + Self.memory } ?? true
  }

  /// The bytes that the way holds while none of them waits: bandwidth times delay.
  package var capacity: Int {
    guard let quickest, let secondsPerByte else { return 0 }
    let product = quickest.roundTrip.seconds / secondsPerByte
    let carried = max(0, product - Double(quickest.bytes))
    return max(Int(min(carried, 1e9)), isRateCertain ? 0 : provenLoad)
  }

  /// True when a recent frame that was large enough to tell took longer than a time by itself.
  package func isSlow(perFrame period: Duration) -> Bool {
    largeSamples.contains { ownTime(of: $0) > period.seconds }
  }

  // MARK: - Measuring

  /// The part of a frame's time that its own bytes took.
  private func ownTime(of sample: Sample) -> Double {
    let alone = max(0, sample.roundTrip.seconds - emptyWay)
    return sample.spacing.map { min($0.seconds, alone) } ?? alone
  }

  /// The time that a frame without bytes would take.
  private var emptyWay: Double {
    guard let quickest, let secondsPerByte else { return 0 }
    return max(0, quickest.roundTrip.seconds - Double(quickest.bytes) * secondsPerByte)
  }

  /// Time and bytes that the window tells of: the slope of time over bytes, through the quickest.
  private var evidence: (seconds: Double, bytes: Int) {
    guard let quickest else { return (0, 0) }
    var total = (seconds: 0.0, bytes: 0)
    for sample in samples.unordered {
      let delay = sample.roundTrip - quickest.roundTrip
      // Answers that follow each other without delay tell how fast frames were sent, not carried.
      if let spacing = sample.spacing, delay >= spacing / 2 {
        total.seconds += spacing.seconds
        total.bytes += sample.bytes
      } else if sample.bytes > quickest.bytes, delay > .zero {
        total.seconds += delay.seconds
        total.bytes += sample.bytes - quickest.bytes
      }
    }
    return total
  }

  private var isRateCertain: Bool { evidence.bytes >= max(1, quickest?.bytes ?? 1) }

  private mutating func measure() {
    guard let quickest else { return }
    let evidence = evidence
    if evidence.bytes >= max(1, quickest.bytes), evidence.seconds > 0 {
      secondsPerByte = evidence.seconds / Double(evidence.bytes)
    } else {
      // Frames of one size tell no slope: as if the whole time were the bytes', which is at least
      // as long as it can be.
      secondsPerByte = max(quickest.roundTrip.seconds, 1e-6) / Double(max(1, quickest.bytes))
    }
  }

  /// The most bytes that were under way at once without any of them being late for it.
  private var provenLoad: Int {
    guard let quickest else { return 0 }
    let limit = quickest.roundTrip * 5 / 4 + .milliseconds(1)
    return samples.unordered.lazy.filter { $0.roundTrip <= limit }.map(\.load).max() ?? 0
  }
}

extension Duration {
  var seconds: Double { milliseconds / 1e3 }
}
