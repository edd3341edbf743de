import TestSupport
import Testing

@testable import ImageLoading

@Suite struct JobBoardTests {
  /// A job of the model: all that waits, in the order of submission.
  private struct Waiting {
    let ticket: UInt64
    var priority: ImagePriority
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
      switch Int.random(in: 0..<6, using: &random) {
      case 0, 1:
        model.append(
          Waiting(ticket: board.submit({ _ in }, priority: priority), priority: priority))
      case 2:
        board.setPriority(priority, ticket: ticket)
        if let index = model.firstIndex(where: { $0.ticket == ticket }) {
          model[index].priority = priority
        }
      case 3:
        let wasWaiting = board.cancel(ticket: ticket) != nil
        #expect(wasWaiting == model.contains { $0.ticket == ticket })
        model.removeAll { $0.ticket == ticket }
        if running.contains(where: { $0.ticket == ticket }) { cancelled.insert(ticket) }
      case 4:
        let job = board.next()?.flatMap { $0 }
        let urgent = model.map(\.priority).max()
        let expected = model.first { $0.priority == urgent }?.ticket
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
