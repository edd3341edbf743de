import Testing

@testable import FramePacing

@Suite struct PictureBudgetTests {
  @Test func `a budget doubles until it takes the link a tenth of a second`() {
    var budget = PictureBudget()
    var sizes: [Int] = []
    for _ in 0..<6 {
      sizes.append(budget.bytes)
      budget.record(budget.bytes, carriedIn: .seconds(Double(budget.bytes) / 1_000_000))
    }
    #expect(sizes == [16_384, 32_768, 65_536, 100_000, 100_000, 100_000])
  }

  @Test func `a link that becomes slow gets the least budget`() {
    var budget = PictureBudget()
    for _ in 0..<6 { budget.record(1 << 20, carriedIn: .milliseconds(1)) }
    #expect(budget.bytes == 1 << 20)
    budget.record(1 << 20, carriedIn: .seconds(8))
    #expect(budget.bytes == Constants.Pictures.least)
  }

  @Test func `small frames show nothing`() {
    var budget = PictureBudget()
    budget.record(Constants.Pictures.least / 2 - 1, carriedIn: .zero)
    #expect(budget.bytes == Constants.Pictures.least)
  }

  @Test func `a small frame behind a large one does not make a slow link look fast`() {
    var gate = FrameGate(period: .nanoseconds(16_666_667))
    gate.expectAnswers(true)
    _ = gate.sent(bytes: 100, isWritten: true, at: .zero)
    _ = gate.answered(at: .milliseconds(100))
    for second in 1...5 {
      let start = Duration.seconds(second)
      _ = gate.sent(bytes: 20_000, isWritten: true, at: start)
      _ = gate.sent(bytes: 200, isWritten: true, at: start + .milliseconds(150))
      _ = gate.answered(at: start + .milliseconds(260))
      _ = gate.answered(at: start + .milliseconds(262))
      #expect(gate.allowance(isMoving: false).pictureBytes == Constants.Pictures.least)
    }
  }

  @Test func `a frame that moves tiles over a slow link is whole and has no pictures`() {
    var gate = FrameGate(period: .nanoseconds(16_666_667))
    gate.expectAnswers(true)
    _ = gate.sent(bytes: 4_000, isWritten: true, at: .zero)
    _ = gate.answered(at: .milliseconds(132))
    #expect(gate.slowRate != nil)
    #expect(gate.allowance(isMoving: true) == FrameAllowance(bytes: .max, pictureBytes: 0))
    #expect(
      gate.allowance(isMoving: false)
        == FrameAllowance(bytes: gate.partBytes, pictureBytes: Constants.Pictures.least))
  }

  @Test func `a terminal on this machine gets all pictures at once`() {
    var gate = FrameGate(period: .nanoseconds(16_666_667), isLocal: true)
    gate.expectAnswers(true)
    _ = gate.sent(bytes: 4_000, isWritten: true, at: .zero)
    _ = gate.answered(at: .milliseconds(2))
    #expect(gate.allowance(isMoving: true) == FrameAllowance(bytes: .max, pictureBytes: .max))
  }
}
