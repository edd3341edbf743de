import TestSupport
import Testing

@testable import FramePacing

@Suite struct FrameFlowTests {
  private static let links: [(name: String, rate: Double, roundTrip: Int)] = [
    ("64 kbit/s", 8_000, 0), ("1 Mbit/s", 125_000, 0), ("10 Mbit/s", 1_250_000, 0),
    ("64 kbit/s, 80 ms", 8_000, 80), ("1 Mbit/s, 80 ms", 125_000, 80),
    ("10 Mbit/s, 80 ms", 1_250_000, 80),
  ]

  private func session(_ rate: Double, _ milliseconds: Int = 0) -> HeldKeySession {
    HeldKeySession(SimulatedLink(bytesPerSecond: rate, roundTrip: .milliseconds(milliseconds)))
  }

  @Test(arguments: links)
  func `no more is under way than the link carries and one frame`(
    link: (name: String, rate: Double, roundTrip: Int)
  ) throws {
    var session = session(link.rate, link.roundTrip)
    session.run(for: .seconds(2), bytes: 300)
    session.run(for: .seconds(4), bytes: 7_500)
    // Once the link is known: a part, and what an estimate that is not perfect lets through.
    let settled = session.excess.dropFirst(session.excess.count / 2)
    let most = try #require(settled.max())
    let carried = link.rate * Double(link.roundTrip) / 1_000
    #expect(most <= 0.5 * carried + 1_024, "\(link.name)")
  }

  @Test(arguments: links)
  func `a held key keeps the link busy`(
    link: (name: String, rate: Double, roundTrip: Int)
  ) {
    var session = session(link.rate, link.roundTrip)
    session.run(for: .seconds(1), bytes: 300)
    let from = session.link.freeAt
    session.run(for: .seconds(6), bytes: 7_500)
    // The smaller of what the keys ask for and what the link carries.
    let asked = 6 * 7_500 / 0.033 / link.rate
    let busy = (session.link.freeAt - from).seconds
    #expect(min(6, asked) * 0.7 <= busy || session.frames(inLast: 1_000) >= 29, "\(link.name)")
  }

  @Test func `sixty frames a second are never held back before a fast terminal`() {
    var session = session(20_000_000)
    session.run(for: .seconds(3), bytes: 7_500, keysEvery: .milliseconds(10))
    #expect(session.frames(inLast: 1_000) >= 59)
    #expect(session.flow.framesWaited == 0)
    #expect(session.flow.gate.partBytes == .max)
  }

  @Test func `sixty frames a second go over a long fast line`() {
    var session = session(12_500_000, 80)
    session.run(for: .seconds(3), bytes: 7_500, keysEvery: .milliseconds(10))
    #expect(session.frames(inLast: 1_000) >= 55)
  }

  @Test func `a page jump is cut into parts of a period where the link is slow`() {
    var session = session(125_000)
    session.run(for: .seconds(1), bytes: 300)
    session.run(for: .seconds(1), bytes: 6_000)
    #expect((1_900...3_250).contains(session.flow.gate.partBytes))
    #expect(session.flow.gate.slowRate != nil)
  }

  @Test(arguments: [7_500, 68_000, 172_000, 380_000])
  func `a terminal that pauses for a moment now and then is not slow`(bytes: Int) {
    var session = session(12_000_000)
    session.pauses = (every: .milliseconds(270), length: .milliseconds(50))
    session.run(for: .milliseconds(100), bytes: 7_500)
    session.run(for: .seconds(4), bytes: bytes)
    #expect(session.slowAt.allSatisfy { $0 < .milliseconds(100) })
    #expect(session.cutAt.allSatisfy { $0 < .milliseconds(100) })
  }

  @Test func `a terminal that was late is fast again with the first frame that is in time`() {
    var session = session(12_000_000)
    session.run(for: .milliseconds(200), bytes: 7_500)
    session.pauses = (every: .milliseconds(60), length: .milliseconds(59))
    session.run(for: .milliseconds(600), bytes: 60_000)
    #expect(session.flow.gate.slowRate != nil)
    session.pauses = nil
    session.run(for: .milliseconds(200), bytes: 60_000)
    #expect(session.flow.gate.slowRate == nil)
  }

  @Test func `a terminal that takes a megabyte a second is slow after a page`() throws {
    var session = session(1_000_000)
    session.run(for: .milliseconds(200), bytes: 2_000)
    session.run(for: .seconds(2), bytes: 172_000, keysEvery: .milliseconds(600))
    let rate = try #require(session.flow.gate.slowRate)
    #expect(abs(rate / 1_000_000 - 1) < 0.1)
  }

  @Test func `frames for a local terminal are neither coarse nor cut, however slow it is`() {
    var local = HeldKeySession(SimulatedLink(bytesPerSecond: 1_000_000), isLocal: true)
    local.run(for: .seconds(2), bytes: 172_000, keysEvery: .milliseconds(600))
    #expect(local.slowAt.isEmpty && local.cutAt.isEmpty)
  }

  @Test(arguments: [16_000, 80_000, 160_000])
  func `a held key shows whole frames while decoders leave a local terminal little time`(
    bytes: Int
  ) {
    // A pseudo-terminal holds some 8 KB, and each 8 KB then wait some 10 ms for the processor.
    var local = HeldKeySession(SimulatedLink(bytesPerSecond: 800_000), isLocal: true)
    local.pauses = (every: .milliseconds(70), length: .milliseconds(6))
    local.run(for: .seconds(5), bytes: bytes)
    local.run(for: .seconds(2), bytes: 0, keysEvery: nil)
    // At first, four frames may be under way.
    let most = Double(5 * bytes) / 800 * 1.1 + 50
    #expect(local.flow.shown.session.maxMilliseconds < most)
    #expect(local.flow.shown.session.count == 152)
  }

  @Test func `a local terminal holds no frame while another program has the processor`() {
    func framesWaited(isLocal: Bool) -> Int {
      let terminal = SimulatedLink(bytesPerSecond: 8_000 / 0.014)
      var session = HeldKeySession(terminal, isLocal: isLocal)
      session.pauses = (every: .milliseconds(200), length: .milliseconds(15))
      session.run(for: .seconds(12), bytes: 8_000, keysEvery: .milliseconds(19))
      return session.flow.framesWaited
    }
    #expect(framesWaited(isLocal: true) == 0)
    #expect(framesWaited(isLocal: false) > 10)
  }

  @Test func `a local terminal that is slower than keys has at most two frames under way`() {
    var local = HeldKeySession(SimulatedLink(bytesPerSecond: 1_000_000), isLocal: true)
    local.run(for: .seconds(1), bytes: 20_000, keysEvery: .milliseconds(400))
    var most = 0
    for _ in 0..<200 {
      local.run(for: .milliseconds(5), bytes: 100_000, keysEvery: .milliseconds(5))
      most = max(most, local.flow.gate.gauge.framesInFlight)
    }
    #expect(most == 2)
    #expect(local.flow.framesWaited > 0)
  }

  @Test(arguments: [(3, 6_000, true), (3, 2_000, false), (20, 6_000, false)])
  func `where nobody has logged in, a quick answer to a frame shows that a terminal is local`(
    milliseconds: Int, bytes: Int, isLocal: Bool
  ) {
    let link = SimulatedLink(bytesPerSecond: 1_000_000, roundTrip: .milliseconds(milliseconds))
    var session = HeldKeySession(link, isLocal: nil)
    session.run(for: .milliseconds(200), bytes: bytes)
    session.run(for: .seconds(2), bytes: 172_000, keysEvery: .milliseconds(600))
    #expect(session.slowAt.isEmpty == isLocal)
  }

  @Test func `an answer that was not awaited does not make a link slow`() {
    var flow = FrameFlow(framesPerSecond: 60)
    flow.expectAnswers(true)
    for frame in 0..<20 {
      let now = Duration.milliseconds(100 * frame)
      flow.requestFrame(at: now)
      #expect(flow.startFrame(at: now) != nil)
      flow.presented(bytes: 6_000, isComplete: true, isWritten: true, at: now)
      flow.answered(1, at: now + .milliseconds(60), wasAwaited: false)
      #expect(flow.gate.slowRate == nil)
    }
    #expect(flow.gate.gauge.measuredRate == nil)
  }

  @Test(arguments: links.prefix(2) + links[3...4])
  func `a slow link is never taken for a fast one, whatever is sent and when`(
    link: (name: String, rate: Double, roundTrip: Int)
  ) {
    for seed in 0..<8 as Range<UInt64> {
      var random = SeededRandom(seed: seed)
      var session = session(link.rate, link.roundTrip)
      session.run(for: .milliseconds(300), bytes: 5_000, keysEvery: .milliseconds(300))
      session.run(for: .seconds(2), bytes: 0, keysEvery: nil)
      for _ in 0..<12 {
        let before = session.now
        session.run(
          for: .milliseconds(Int.random(in: 50...800, using: &random)),
          bytes: Int.random(in: 100...60_000, using: &random),
          keysEvery: .milliseconds(Int.random(in: 33...200, using: &random)))
        let milliseconds = Int((session.now - before) / .milliseconds(1))
        #expect(session.cutAt.count { $0 >= before } == milliseconds, "seed \(seed)")
      }
    }
  }

  @Test func `the time of a key ends with the last part of its frame`() throws {
    var session = session(125_000)
    session.run(for: .seconds(1), bytes: 300, keysEvery: .milliseconds(100))
    session.run(for: .milliseconds(300), bytes: 6_000, keysEvery: .milliseconds(150))
    session.run(for: .seconds(2), bytes: 0, keysEvery: nil)
    let last = try #require(session.flow.shown.last)
    // 6,000 bytes are 48 ms of the link.
    #expect((.milliseconds(48) ... .milliseconds(90)).contains(last))
    #expect(session.flow.isComplete)
  }

  @Test func `a key that changes nothing is not timed`() {
    var flow = FrameFlow(framesPerSecond: 60)
    flow.keyArrived(at: .zero)
    flow.requestFrame(at: .zero)
    _ = flow.startFrame(at: .zero)
    flow.presented(bytes: 0, isComplete: true, isWritten: true, at: .zero)
    flow.answered(1, at: .seconds(1))
    #expect(flow.shown.last == nil)
  }

  @Test func `every key is timed once, whatever becomes of answers`() {
    for seed in 0..<100 as Range<UInt64> {
      var random = SeededRandom(seed: seed)
      var flow = FrameFlow(framesPerSecond: 60)
      flow.expectAnswers(true)
      var now = Duration.zero
      var (keys, sent) = (0, 0)
      for _ in 0..<300 {
        now += .milliseconds(Int.random(in: 0...40, using: &random))
        if Bool.random(using: &random) {
          flow.keyArrived(at: now)
          flow.requestFrame(at: now)
          keys += 1
        }
        if sent > 0, Int.random(in: 0..<3, using: &random) == 0 {
          flow.answered(1, at: now)
          sent -= 1
        }
        if flow.startFrame(at: now) != nil {
          let isComplete = Int.random(in: 0..<4, using: &random) > 0
          flow.presented(bytes: 500, isComplete: isComplete, isWritten: true, at: now)
          sent += 1
        }
        #expect(flow.shown.session.count <= keys)
      }
      // At rest all of it is shown.
      for _ in 0..<20 {
        now += .seconds(9)
        flow.answered(sent, at: now)
        sent = 0
        guard flow.startFrame(at: now) != nil else { continue }
        flow.presented(bytes: 500, isComplete: true, isWritten: true, at: now)
        sent += 1
      }
      #expect(flow.shown.session.count == keys)
    }
  }
}
