import Glibc
import Synchronization
import Testing

@testable import ImageLoading

@Suite(.timeLimit(.minutes(1))) struct ReadingCrewTests {
  private final class Count: Sendable {
    let threads = Atomic(0)
  }

  /// The threads of a crew of 2 to 7, each of which spends its time so.
  private func threads(working: Duration, waiting: Duration) -> Int {
    let count = Count()
    let crew = ReadingCrew(name: "test", first: 2, most: 7) { crew in
      count.threads.add(1, ordering: .relaxed)
      for _ in 0..<20 { crew.note(.init(worked: working, waited: waiting)) }
    }
    #expect(crew.start(niceness: 0))
    crew.join()
    return count.threads.load(ordering: .relaxed)
  }

  @Test func `threads that work stay as many`() {
    #expect(threads(working: .milliseconds(5), waiting: .milliseconds(1)) == 2)
  }

  @Test func `threads that wait become more, up to a limit, and all are waited for`() {
    #expect(threads(working: .milliseconds(1), waiting: .milliseconds(60)) == 7)
  }

  @Test func `there are as many as keep the cores busy`() {
    #expect(threads(working: .milliseconds(10), waiting: .milliseconds(11)) == 4)
  }
}
