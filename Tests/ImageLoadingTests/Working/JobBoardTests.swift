import TestSupport
import Testing

@testable import ImageLoading

@Suite struct JobBoardTests {
  /// A job of the model: all that waits, in the order of submission.
  private struct Waiting {
    let ticket: UInt64
    var priority: ImagePriority
    var visibleAt: Duration

    func isBefore(_ other: Waiting) -> Bool {
      priority == other.priority ? visibleAt < other.visibleAt : priority > other.priority
    }
  }

  @Test(arguments: 1...5) func `a random walk agrees with a sorted list`(seed: UInt64) throws {
    var random = SeededRandom(seed: seed)
    var board = JobBoard()
    var model: [Waiting] = []
    var running: [RunningJob] = []
    var cancelled: Set<UInt64> = []
    for _ in 0..<5000 {
      let priority = try #require(ImagePriority.allCases.randomElement(using: &random))
      let ticket = UInt64.random(in: 0...UInt64(model.last?.ticket ?? 0) + 1, using: &random)
      let visibleAt = Duration.seconds(Int.random(in: 0..<4, using: &random))
      switch Int.random(in: 0..<6, using: &random) {
      case 0, 1:
        let ticket = board.submit({ _ in }, priority: priority, visibleAt: visibleAt)
        model.append(Waiting(ticket: ticket, priority: priority, visibleAt: visibleAt))
      case 2:
        board.changeTurn(ofTicket: ticket) { turn in
          turn.priority = priority
          turn.visibleAt = visibleAt
        }
        if let index = model.firstIndex(where: { $0.ticket == ticket }) {
          model[index].priority = priority
          model[index].visibleAt = visibleAt
        }
      case 3:
        let wasWaiting = board.cancel(ticket: ticket) != nil
        #expect(wasWaiting == model.contains { $0.ticket == ticket })
        model.removeAll { $0.ticket == ticket }
        if running.contains(where: { $0.ticket == ticket }) { cancelled.insert(ticket) }
      case 4:
        let job = board.next()?.flatMap { $0 }
        // Of equals, `min` has the first.
        let expected = model.min { $0.isBefore($1) }?.ticket
        #expect(job?.ticket == expected)
        model.removeAll { $0.ticket == expected }
        if let job { running.append(job) }
      default:
        guard let job = running.popLast() else { continue }
        #expect(job.flag.isRaised == cancelled.contains(job.ticket))
        board.finish(job)
      }
    }
  }
}
