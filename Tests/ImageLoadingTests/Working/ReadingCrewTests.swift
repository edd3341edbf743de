import Glibc
import Synchronization
import Testing

@testable import ImageLoading
@testable import LoadPlanning

@Suite(.timeLimit(.minutes(1))) struct ReadingCrewTests {
  private final class Count: Sendable {
    let threads = Atomic(0)
  }

  /// The threads of a crew of 2 to 7, each of which reads 20 files.
  private func threads(areFilesDistant: Bool) -> Int {
    let count = Count()
    let crew = ReadingCrew(name: "test", first: 2, most: 7) { crew in
      count.threads.add(1, ordering: .relaxed)
      for _ in 0..<20 where areFilesDistant { crew.grow() }
    }
    #expect(crew.start(niceness: 0))
    crew.join()
    return count.threads.load(ordering: .relaxed)
  }

  @Test func `where files are here, threads stay as many`() {
    #expect(threads(areFilesDistant: false) == 2)
  }

  @Test func `where files are distant, threads become more up to a limit, and all are waited for`()
  {
    #expect(threads(areFilesDistant: true) == 7)
  }
}
