import TestSupport
import Testing

@testable import FramePacing

@Suite struct LinkGaugeTests {
  /// Sends frames over a link as fast as it takes them, so many at once.
  private func gauge(
    _ link: SimulatedLink, sizes: [Int], atOnce: Int = 1
  ) -> LinkGauge {
    var link = link
    var gauge = LinkGauge(period: .milliseconds(16))
    var now = Duration.zero
    for bytes in sizes {
      while gauge.framesInFlight >= atOnce, let answer = link.answers.first {
        now = max(now, answer)
        for _ in link.takeAnswers(until: now) { gauge.answered(at: now) }
      }
      gauge.sent(bytes: bytes, at: now)
      link.send(bytes, at: now)
    }
    while let answer = link.answers.first {
      for _ in link.takeAnswers(until: answer) { gauge.answered(at: answer) }
    }
    return gauge
  }

  private static let links: [(Double, Int)] = [
    (8_000, 0), (8_000, 80), (125_000, 0), (125_000, 80), (1_250_000, 20), (12_500_000, 80),
  ]

  @Test(arguments: links)
  func `frames of two sizes tell rate and capacity exactly`(link: (Double, Int)) throws {
    let (rate, milliseconds) = link
    let way = SimulatedLink(bytesPerSecond: rate, roundTrip: .milliseconds(milliseconds))
    let gauge = gauge(way, sizes: [200, 6_000, 200, 6_000])
    let measured = try #require(gauge.measuredRate)
    #expect(abs(measured / rate - 1) < 0.01)
    let product = rate * Double(milliseconds) / 1_000
    #expect(abs(Double(gauge.capacity) - product) <= 0.02 * product + 1)
  }

  @Test(arguments: links)
  func `frames one behind the other tell the rate, whatever their sizes`(
    link: (Double, Int)
  ) throws {
    let (rate, milliseconds) = link
    let way = SimulatedLink(bytesPerSecond: rate, roundTrip: .milliseconds(milliseconds))
    // So many that the link is never idle, or the distance of answers is not the frames'.
    let atOnce = Int(rate * Double(milliseconds) / 1_000 / 5_000) + 3
    let gauge = gauge(way, sizes: Array(repeating: 5_000, count: 20 * atOnce), atOnce: atOnce)
    let measured = try #require(gauge.measuredRate)
    #expect(abs(measured / rate - 1) < 0.05)
  }

  @Test func `frames of one size, each by itself, are never taken for faster than they were`() {
    let way = SimulatedLink(bytesPerSecond: 125_000, roundTrip: .milliseconds(80))
    let gauge = gauge(way, sizes: Array(repeating: 5_000, count: 10))
    #expect(gauge.measuredRate == nil)
    #expect((gauge.bytesPerSecond ?? .infinity) <= 125_000)
  }

  @Test func `a rate that changes is known after a window of frames`() throws {
    var random = SeededRandom(seed: 2)
    var gauge = LinkGauge(period: .milliseconds(16))
    var now = Duration.zero
    for rate in [1_250_000.0, 8_000, 125_000] {
      for _ in 0..<2 * Constants.Gauge.windowLength {
        let bytes = Int.random(in: 200...6_000, using: &random)
        gauge.sent(bytes: bytes, at: now)
        now += .milliseconds(5) + .seconds(Double(bytes) / rate)
        gauge.answered(at: now)
      }
      let measured = try #require(gauge.measuredRate)
      #expect(abs(measured / rate - 1) < 0.35)
    }
  }

  @Test func `a moment's delay does not move the rate`() throws {
    var gauge = LinkGauge(period: .milliseconds(16))
    var now = Duration.zero
    for frame in 0..<40 {
      let bytes = frame.isMultiple(of: 2) ? 6_000 : 60_000
      gauge.sent(bytes: bytes, at: now)
      now += .seconds(Double(bytes) / 12e6) + (frame % 8 == 5 ? .milliseconds(50) : .zero)
      gauge.answered(at: now)
    }
    let measured = try #require(gauge.measuredRate)
    #expect(abs(measured / 12e6 - 1) < 0.05)
  }

  @Test func `answers that come together do not make a slow link look fast`() throws {
    var link = SimulatedLink(bytesPerSecond: 125_000, roundTrip: .milliseconds(100))
    var gauge = LinkGauge(period: .milliseconds(16))
    gauge.sent(bytes: 100, at: .zero)
    gauge.answered(at: .milliseconds(101))
    var now = Duration.seconds(1)
    for frame in 1...60 {
      gauge.sent(bytes: 2_500, at: now)
      link.send(2_500, at: now)
      now += .milliseconds(20)
      // The terminal draws for a while, and then reads.
      if frame % 3 == 0 { for _ in link.takeAnswers(until: now) { gauge.answered(at: now) } }
    }
    let rate = try #require(gauge.measuredRate)
    #expect((100_000...150_000).contains(rate), "\(rate)")
  }

  @Test func `an answer without a frame is ignored`() {
    var gauge = LinkGauge(period: .milliseconds(16))
    let early = gauge.answered(at: .seconds(1))
    let number = gauge.sent(bytes: 10, at: .seconds(1))
    gauge.giveUp()
    let late = gauge.answered(at: .seconds(2))
    #expect(early == nil && late == nil)
    #expect(gauge.bytesInFlight == 0)
    let next = gauge.sent(bytes: 10, at: .seconds(3))
    #expect(next == number + 1)
  }

  @Test func `only a frame that is large enough makes a link slow`() {
    var gauge = LinkGauge(period: .milliseconds(16))
    gauge.sent(bytes: 300, at: .zero)
    gauge.answered(at: .milliseconds(1))
    gauge.sent(bytes: 300, at: .milliseconds(10))
    gauge.answered(at: .milliseconds(60))
    #expect(!gauge.isSlow)
    gauge.sent(bytes: 6_000, at: .milliseconds(70))
    gauge.answered(at: .milliseconds(120))
    #expect(gauge.isSlow)
  }

  @Test func `a slow link stays slow over any number of small frames`() {
    var link = SimulatedLink(bytesPerSecond: 125_000)
    var gauge = LinkGauge(period: .milliseconds(16))
    var now = Duration.zero
    for bytes in [300, 6_000] + Array(repeating: 500, count: 40) {
      gauge.sent(bytes: bytes, at: now)
      link.send(bytes, at: now)
      now = link.freeAt
      for _ in link.takeAnswers(until: now) { gauge.answered(at: now) }
      if bytes == 300 { #expect(!gauge.isSlow) }
    }
    #expect(gauge.isSlow)
    gauge.sent(bytes: 6_000, at: now)
    gauge.answered(at: now + .milliseconds(2))
    #expect(!gauge.isSlow, "a large frame tells that it is fast now")
  }

  @Test func `the round trip is measured anew after ten seconds`() {
    var gauge = LinkGauge(period: .milliseconds(16))
    #expect(gauge.needsRoundTrip(at: .zero))
    gauge.sent(bytes: 300, at: .zero)
    gauge.answered(at: .milliseconds(2))
    #expect(!gauge.needsRoundTrip(at: .seconds(9)))
    #expect(gauge.needsRoundTrip(at: .seconds(11)))
    gauge.sent(bytes: 300, at: .seconds(11))
    gauge.answered(at: .milliseconds(11_190))
    #expect(gauge.roundTrip == .milliseconds(2), "one frame may have been delayed")
    #expect(gauge.needsRoundTrip(at: .milliseconds(11_190)))
    gauge.sent(bytes: 300, at: .seconds(12))
    gauge.answered(at: .milliseconds(12_090))
    #expect(gauge.roundTrip == .milliseconds(90))
  }

  @Test func `whatever happens, figures are finite and counts are balanced`() {
    for seed in 0..<300 as Range<UInt64> {
      var random = SeededRandom(seed: seed)
      var gauge = LinkGauge(period: .milliseconds(16))
      var now = Duration.zero
      var flights: [Int] = []
      for _ in 0..<200 {
        now += .microseconds(Int.random(in: 0...50_000, using: &random))
        switch Int.random(in: 0..<10, using: &random) {
        case 0..<5:
          let bytes = Int.random(in: 1...400_000, using: &random)
          gauge.sent(bytes: bytes, at: now)
          flights.append(bytes)
        case 5..<9:
          gauge.answered(at: now)
          if !flights.isEmpty { flights.removeFirst() }
        default:
          gauge.giveUp()
          flights = []
        }
        #expect(gauge.framesInFlight == flights.count)
        #expect(gauge.bytesInFlight == flights.reduce(0, +))
        #expect(gauge.capacity >= 0)
        if let rate = gauge.bytesPerSecond { #expect(rate > 0 && rate.isFinite) }
      }
    }
  }

  @Test func `answers behind one that was not awaited tell no rate`() {
    var gauge = LinkGauge(period: .nanoseconds(16_666_667))
    gauge.sent(bytes: 1_000, at: .zero)
    gauge.answered(at: .milliseconds(108))
    for frame in 0..<3 { gauge.sent(bytes: 2_000, at: .milliseconds(200 + 17 * frame)) }
    // The first had come before, while the program was busy.
    gauge.answered(at: .milliseconds(400), wasAwaited: false)
    gauge.answered(at: .microseconds(400_100))
    gauge.answered(at: .microseconds(400_200))
    #expect((gauge.bytesPerSecond ?? .infinity) <= 125_000)
  }

  @Test func `answers that came together tell no rate once the first has left the window`() {
    var gauge = LinkGauge(period: .nanoseconds(16_666_667))
    gauge.sent(bytes: 1_000, at: .zero)
    gauge.answered(at: .milliseconds(108))
    // Five answers at once, then one every 20 ms: 2,500 bytes at 125 KB/s.
    for frame in 0..<24 { gauge.sent(bytes: 2_500, at: .milliseconds(200 + 17 * frame)) }
    for frame in 0..<24 {
      gauge.answered(at: .milliseconds(400 + 20 * max(0, frame - 4)))
      #expect((gauge.bytesPerSecond ?? .infinity) < 130_000, "frame \(frame)")
    }
  }
}
