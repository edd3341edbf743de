import Testing

@testable import Prefetching

/// The pace of decoders.
@Suite struct LocalPaceTests {
  private var pace = LocalPace()

  private func milliseconds(slots: Int = 1) -> Double? {
    pace.timeToReady(slots: slots).map { $0 / .milliseconds(1) }
  }

  @Test mutating func `a burst says how fast pictures follow each other`() {
    for item in 0..<20 { pace.recordStart(item) }
    #expect(milliseconds() == nil)
    for item in 0..<20 { pace.becameReady(item, at: .milliseconds(10 * item)) }
    #expect(milliseconds() == 10)
    #expect(milliseconds(slots: 6) == 60)
  }

  @Test mutating func `a pause between two pictures does not count`() {
    for second in 0..<3 {
      pace.recordStart(1)
      pace.recordStart(2)
      pace.becameReady(1, at: .seconds(second))
      pace.becameReady(2, at: .seconds(second) + .milliseconds(10))
    }
    #expect(milliseconds() == 10)
    // The decoder idles behind a load that was given up as well.
    pace.recordStart(3)
    pace.recordStart(4)
    pace.becameReady(3, at: .seconds(5))
    pace.forget(4)
    pace.recordStart(5)
    pace.becameReady(5, at: .seconds(9))
    #expect(milliseconds() == 10)
  }

  @Test mutating func `a picture that was not asked for does not count`() {
    pace.recordStart(1)
    pace.recordStart(2)
    pace.becameReady(7, at: .zero)
    pace.becameReady(1, at: .seconds(1))
    #expect(milliseconds() == nil)
  }
}
