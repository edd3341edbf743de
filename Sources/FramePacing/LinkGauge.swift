import LinkEstimates

/// Measures the delay and the rate of the path to the terminal from the answers to frames.
///
/// It uses only the times of frames and answers. In between are the kernel's queues, maybe a
/// network, and the terminal. A frame takes the round trip of an empty path plus the transfer of
/// its bytes, and waits for frames before it.
///
/// So the gauge derives a frame's own time in two ways. For two frames under way together, it uses
/// the interval between their answers (packet-pair probing, Keshav 1991). Otherwise it compares the
/// frame with the quickest, smaller one. The rate is at least the delivery rate. Rates and round
/// trips are from a window of recent frames, as in BBR (draft-ietf-ccwg-bbr).
package struct LinkGauge: Hashable, Sendable {
  private struct Flight: Hashable, Sendable {
    let number: Int
    let bytes: Int
    let sentAt: Duration
    /// The bytes under way once the frame was sent, including its own.
    let load: Int
    let mark: DeliveryRate.Mark
  }

  /// The measurement from one answer.
  struct Sample: Hashable, Sendable {
    let bytes: Int
    let roundTrip: Duration
    /// The time since the previous answer, if the frame was sent before that answer came.
    let spacing: Duration?
    let load: Int
    /// The delivery rate: the bytes per second answered since the frame was sent.
    let delivery: Double
    /// Whether the times are exact; otherwise they are upper bounds, because the answer may have
    /// waited to be read.
    let isExact: Bool
  }

  private var flights: [Flight] = []
  private var delivery = DeliveryRate()
  private(set) var samples = RecentValues<Sample>(capacity: Constants.Gauge.windowLength)
  /// The latest samples that show whether the link is slow.
  ///
  /// They are kept apart, because many small frames would make the link look fast.
  private(set) var telling = RecentValues<Sample>(capacity: Constants.Gauge.windowLength)
  private var quickestFrame = QuickestFrame()
  private var lastAnswer = Duration.zero
  private var secondsPerByte: Double?
  /// Whether the rate was measured by frames of different sizes or by queued frames.
  private var isRateCertain = false
  private var framesSent = 0

  let period: Duration

  /// - Parameter period: the time from one frame to the next.
  package init(period: Duration) {
    self.period = period
  }

  // MARK: - Events

  /// Notes that a frame was sent.
  ///
  /// - Returns: its number; they count up from 1.
  @discardableResult
  package mutating func sent(bytes: Int, at now: Duration) -> Int {
    framesSent += 1
    let mark = delivery.mark(at: now, isAlone: flights.isEmpty)
    flights.append(
      Flight(number: framesSent, bytes: bytes, sentAt: now, load: bytesInFlight + bytes, mark: mark)
    )
    return framesSent
  }

  /// Notes the answer to the oldest pending frame.
  ///
  /// - Parameter wasAwaited: false if the answer may have come before `now`, unread because the
  ///   program was busy.
  /// - Returns: its number; nil if no frame is pending, so that the answer is ignored.
  @discardableResult
  package mutating func answered(at now: Duration, wasAwaited: Bool = true) -> Int? {
    guard !flights.isEmpty else { return nil }
    let flight = flights.removeFirst()
    let roundTrip = now - flight.sentAt
    let sample = Sample(
      bytes: flight.bytes, roundTrip: roundTrip,
      spacing: lastAnswer > flight.sentAt ? now - lastAnswer : nil, load: flight.load,
      delivery: delivery.answered(
        flight.bytes, since: flight.mark, at: now,
        roundTrip: min(roundTrip, quickest?.time ?? roundTrip)),
      isExact: wasAwaited)
    lastAnswer = now
    if sample.spacing == nil {
      let ownTime = Double(flight.bytes) * (secondsPerByte ?? 0)
      quickestFrame.consider(
        QuickestFrame.Trip(
          time: roundTrip, bytes: flight.bytes, emptyWay: roundTrip.seconds - ownTime),
        at: now)
    }
    samples.append(sample)
    measure()
    if isFast(sample) || isLate(sample) { telling.append(sample) }
    return flight.number
  }

  /// Drops the pending frames, whose answers are no longer expected.
  package mutating func giveUp() {
    flights.removeAll(keepingCapacity: true)
  }

  // MARK: - Figures

  package var framesInFlight: Int { flights.count }

  package var bytesInFlight: Int { flights.reduce(0) { $0 + $1.bytes } }

  /// The measurement of the latest answer.
  var latest: Sample? { samples.last }

  /// The shortest time from a frame to its answer; nil before the first answer.
  package var roundTrip: Duration? { quickest?.time }

  /// The rate of the busy link in bytes per second; nil before the first answer.
  package var bytesPerSecond: Double? { secondsPerByte.map { 1 / $0 } }

  /// The rate in bytes per second, if frames of different sizes or queued frames measured it.
  package var measuredRate: Double? { isRateCertain ? bytesPerSecond : nil }

  /// Whether the quickest round trip is too old to be reliable.
  ///
  /// Only a frame alone on the path measures it again.
  package func needsRoundTrip(at now: Duration) -> Bool { quickestFrame.isOld(at: now) }

  private var quickest: QuickestFrame.Trip? { quickestFrame.trip }

  /// The bytes that the path holds without queuing: bandwidth times delay.
  package var capacity: Int {
    guard let quickest, let secondsPerByte else { return 0 }
    let product = quickest.time.seconds / secondsPerByte
    let carried = max(0, product - Double(quickest.bytes))
    return max(Int(min(carried, 1e9)), isRateCertain ? 0 : provenLoad)
  }

  // MARK: - Measuring

  /// The part of a frame's time that its own bytes took.
  func ownTime(of sample: Sample) -> Double {
    let travel = travelTime(of: sample)
    return sample.spacing.map { min($0.seconds, travel) } ?? travel
  }

  /// The time of a frame's transfer, including the bytes under way before it.
  func travelTime(of sample: Sample) -> Double {
    max(0, sample.roundTrip.seconds - emptyWay)
  }

  /// The round trip of a frame without bytes.
  private var emptyWay: Double {
    guard let quickest, let secondsPerByte else { return 0 }
    return max(0, quickest.time.seconds - Double(quickest.bytes) * secondsPerByte)
  }

  /// The samples of the time per byte: slopes of time over bytes, through the quickest frame.
  ///
  /// Answers in a burst, for example from a busy terminal, are one sample: all of their bytes took the time before the
  /// first. If that time is unknown, because the answer was not awaited or has left the window, there is no sample.
  private var slopes: [(seconds: Double, bytes: Int)] {
    guard let quickest else { return [] }
    var slopes: [(seconds: Double, bytes: Int)] = []
    var queued: (seconds: Double, bytes: Int) = (0, 0)
    func endQueue() {
      if queued.seconds >= Constants.Gauge.burst.seconds { slopes.append(queued) }
      queued = (0, 0)
    }
    for sample in samples.ordered {
      let delay = sample.roundTrip - quickest.time
      // Answers without delays between them show the rate of sending, not of the link.
      if sample.isExact, let spacing = sample.spacing, delay >= spacing / 2 {
        if spacing >= Constants.Gauge.burst { endQueue() }
        queued = (queued.seconds + spacing.seconds, queued.bytes + sample.bytes)
      } else {
        endQueue()
        guard sample.isExact, sample.bytes > quickest.bytes, delay > .zero else { continue }
        slopes.append((delay.seconds, sample.bytes - quickest.bytes))
      }
    }
    endQueue()
    return slopes
  }

  private mutating func measure() {
    guard let quickest else { return }
    let slopes = slopes
    isRateCertain = slopes.reduce(0) { $0 + $1.bytes } >= max(1, quickest.bytes)
    // Frames of equal size give no slope, so the delivery rate is the only estimate.
    let delivered = 1 / (samples.unordered.lazy.map(\.delivery).max() ?? 1)
    secondsPerByte = isRateCertain ? min(Self.median(of: slopes), delivered) : delivered
  }

  /// The weighted median of the seconds per byte, which ignores momentary delays.
  private static func median(of slopes: [(seconds: Double, bytes: Int)]) -> Double {
    let ascending = slopes.map {
      (pace: max($0.seconds, 1e-12) / Double($0.bytes), bytes: $0.bytes)
    }
    .sorted { $0.pace < $1.pace }
    var left = ascending.reduce(0) { $0 + $1.bytes } / 2
    for slope in ascending {
      left -= slope.bytes
      if left < 0 { return slope.pace }
    }
    return ascending.last?.pace ?? 0
  }

  /// The most bytes that were under way at once without delay.
  private var provenLoad: Int {
    guard let quickest else { return 0 }
    let limit = quickest.time * Constants.Gauge.undelayedFactor + Constants.Gauge.undelayedTime
    return samples.unordered.lazy.filter { $0.roundTrip <= limit }.map(\.load).max() ?? 0
  }
}
