import Testing

@testable import FramePacing

/// A gate that expectations can ask.
private final class Gate {
  private(set) var gate: FrameGate

  init(answers: Bool?, isLocal: Bool? = false) {
    gate = FrameGate(period: .nanoseconds(16_666_667), isLocal: isLocal)
    if let answers { gate.expectAnswers(answers) }
  }

  func send(_ bytes: Int, isWritten: Bool = true, at now: Duration) {
    _ = gate.sent(bytes: bytes, isWritten: isWritten, at: now)
  }

  func written(at now: Duration) { gate.written(at: now) }
  func cut() { gate.framesWereCut() }
  func answer(at now: Duration) -> Int? { gate.answered(at: now) }
  func opens(at now: Duration) -> Bool { gate.opens(at: now) }
  func opensAt(_ now: Duration) -> Duration? { gate.opensAt(now) }
  var framesInFlight: Int { gate.gauge.framesInFlight }
}

@Suite struct FrameGateTests {

  @Test func `a second frame waits for the answer to the first`() {
    let gate = Gate(answers: true)
    #expect(gate.opens(at: .zero))
    gate.send(5_000, at: .zero)
    #expect(!gate.opens(at: .milliseconds(20)))
    #expect(!gate.opens(at: .milliseconds(30)))
    #expect(gate.answer(at: .milliseconds(40)) == 1)
    #expect(gate.opens(at: .milliseconds(40)))
  }

  @Test func `where nobody has logged in, a second frame goes before the first is answered`() {
    let gate = Gate(answers: true, isLocal: nil)
    gate.send(80_000, at: .zero)
    #expect(gate.opens(at: .milliseconds(20)))
    gate.send(8_000, at: .milliseconds(20))
    #expect(!gate.opens(at: .milliseconds(40)), "a third one")
  }

  /// A local terminal that has shown ten frames, each in so many milliseconds.
  private func local(answering milliseconds: Int) -> (gate: Gate, now: Duration) {
    let gate = Gate(answers: true, isLocal: nil)
    gate.send(8_000, at: .zero)
    _ = gate.answer(at: .milliseconds(2))
    var now = Duration.milliseconds(17)
    for _ in 1...10 {
      gate.send(8_000, at: now)
      gate.send(8_000, at: now + .milliseconds(1))
      _ = gate.answer(at: now + .milliseconds(milliseconds))
      _ = gate.answer(at: now + .milliseconds(2 * milliseconds))
      now += .milliseconds(2 * milliseconds + 17)
    }
    return (gate, now)
  }

  @Test func `a stall of a local terminal that keeps up holds nothing for three frames`() {
    let (gate, now) = local(answering: 3)
    for frame in 0..<4 {
      let start = now + .milliseconds(17 * frame)
      #expect(gate.opens(at: start), "frame \(frame)")
      gate.send(8_000, at: start)
    }
    #expect(!gate.opens(at: now + .milliseconds(68)))
  }

  @Test func `a local terminal that is slow at each frame is two behind at most`() {
    let (gate, now) = local(answering: 25)
    gate.send(8_000, at: now)
    #expect(gate.opens(at: now + .milliseconds(17)))
    gate.send(8_000, at: now + .milliseconds(17))
    #expect(!gate.opens(at: now + .milliseconds(34)))
  }

  @Test func `a frame that was cut short holds nothing up`() {
    let gate = Gate(answers: true)
    gate.send(50_000, isWritten: false, at: .zero)
    #expect(gate.opensAt(.seconds(100)) == nil)
    gate.cut()
    #expect(gate.opens(at: .milliseconds(1)))
    #expect(gate.answer(at: .milliseconds(2)) == nil)
  }

  @Test func `a frame whose rest will not be sent is waited for as any other`() {
    let gate = Gate(answers: true)
    gate.send(8_000, isWritten: false, at: .zero)
    gate.written(at: .milliseconds(10))
    gate.written(at: .milliseconds(900))
    #expect(gate.opensAt(.seconds(1)) == .milliseconds(2_010))
  }

  @Test func `before the first answer a few small frames go as the descriptor takes them`() {
    let gate = Gate(answers: nil)
    #expect(gate.gate.partBytes == .max)
    gate.send(5_000, isWritten: false, at: .zero)
    #expect(!gate.opens(at: .milliseconds(16)))
    gate.written(at: .milliseconds(20))
    for frame in 1...3 {
      let now = Duration.milliseconds(20 + 17 * frame)
      #expect(gate.opensAt(now) == now)
      #expect(gate.opens(at: now))
      #expect(gate.gate.partBytes == 2_048)
      gate.send(300, at: now)
    }
    #expect(!gate.opens(at: .milliseconds(100)))
    #expect(gate.opensAt(.milliseconds(100)) == .milliseconds(71 + 1_000))
    #expect(gate.answer(at: .milliseconds(200)) == 1)
    #expect(gate.answer(at: .milliseconds(201)) == 2)
    #expect(!gate.gate.isSilent)
  }

  @Test func `a slow link is not filled before its first answer`() {
    var flow = FrameFlow(framesPerSecond: 60)
    var link = SimulatedLink(bytesPerSecond: 125_000, roundTrip: .milliseconds(400))
    for millisecond in 0..<390 {
      let now = Duration.milliseconds(millisecond)
      flow.requestFrame(at: now)
      guard flow.startFrame(at: now) != nil else { continue }
      let bytes = min(millisecond == 0 ? 5_000 : 80_000, flow.gate.partBytes)
      link.send(bytes, at: now)
      flow.presented(bytes: bytes, isComplete: bytes < 80_000, isWritten: true, at: now)
    }
    #expect(flow.gate.gauge.framesInFlight == 4)
    #expect(flow.gate.gauge.bytesInFlight == 5_000 + 3 * 2_048)
  }

  @Test func `a terminal that has not answered within a second is paced by its descriptor`() {
    let gate = Gate(answers: nil)
    for _ in 0..<4 { gate.send(5_000, at: .zero) }
    #expect(!gate.opens(at: .milliseconds(999)))
    #expect(gate.opensAt(.milliseconds(999)) == .seconds(1))
    #expect(gate.opens(at: .seconds(1)))
    #expect(gate.gate.isSilent)
    for index in 1...20 {
      let now = Duration.seconds(1) + .milliseconds(17 * index)
      gate.send(5_000, at: now)
      #expect(gate.opens(at: now + .milliseconds(16)))
      #expect(gate.framesInFlight <= 4)
    }
    #expect(gate.gate.partBytes == .max)
  }

  @Test func `a terminal that is known to be silent is not waited for`() {
    let gate = Gate(answers: false)
    gate.send(5_000, at: .zero)
    #expect(gate.opens(at: .milliseconds(1)))
  }

  @Test func `a terminal that answers late after all is waited for again`() {
    let gate = Gate(answers: nil)
    for _ in 0..<4 { gate.send(5_000, at: .zero) }
    #expect(gate.opens(at: .seconds(1)))
    #expect(gate.answer(at: .milliseconds(1_400)) == 1)
    #expect(!gate.gate.isSilent)
    gate.send(5_000, at: .milliseconds(1_500))
    gate.send(5_000, at: .milliseconds(1_510))
    #expect(!gate.opens(at: .milliseconds(1_520)))
  }

  @Test func `a lost answer holds frames for a second and what the slowest link needs`() {
    let gate = Gate(answers: true)
    gate.send(800, at: .zero)
    #expect(!gate.opens(at: .milliseconds(1_099)))
    #expect(gate.opens(at: .milliseconds(1_100)))
    gate.send(800, at: .milliseconds(1_100))
    #expect(gate.answer(at: .milliseconds(1_102)) == 2)
    #expect(gate.framesInFlight == 0)
  }

  @Test func `time counts from when the terminal has taken the frame`() {
    let gate = Gate(answers: true)
    gate.send(80_000, isWritten: false, at: .zero)
    #expect(gate.opensAt(.seconds(30)) == nil)
    #expect(!gate.opens(at: .seconds(30)))
    gate.written(at: .seconds(30))
    #expect(gate.opensAt(.seconds(30)) == .seconds(41))
  }

  @Test func `a terminal that stops answering is given frames again after three waits`() {
    let gate = Gate(answers: true)
    var now = Duration.zero
    gate.send(800, at: now)
    _ = gate.answer(at: .milliseconds(1))
    var waits = 0
    for _ in 0..<10 {
      gate.send(800, at: now)
      let wake = gate.opensAt(now) ?? .zero
      if wake > now { waits += 1 }
      now = max(now, wake) + .milliseconds(17)
      #expect(gate.opens(at: now))
    }
    #expect(waits == 3)
    #expect(gate.gate.isSilent)
  }
}
