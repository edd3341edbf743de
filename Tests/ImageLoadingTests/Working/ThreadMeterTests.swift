import Glibc
import Testing

@testable import ImageLoading

/// Where the kernel counts how long threads are without a core.
@Suite(.enabled(if: ThreadMeter().measure {} != nil)) struct ThreadMeterTests {
  @Test func `a job that sleeps waits`() throws {
    // The wait is what is measured: nothing answers, and it ends by itself.
    let time = try #require(ThreadMeter().measure { poll(nil, 0, 30) })
    #expect(time.waited > time.worked)
  }

  @Test func `a job that computes works, also where cores are scarce`() throws {
    var sum = 0.0
    let measured = ThreadMeter().measure {
      for number in 0..<2_000_000 { sum += Double(number).squareRoot() }
    }
    let time = try #require(measured)
    #expect(sum > 0)
    #expect(time.worked > time.waited)
  }
}
