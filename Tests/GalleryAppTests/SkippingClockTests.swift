import Glibc
import Testing

@testable import GalleryApp

@Suite struct SkippingClockTests {
  private let clock = SkippingClock()

  @Test func `a wait for an instant is skipped, and time never goes back`() {
    var none: [pollfd] = []
    #expect(!clock.poll(&none, until: .seconds(3_600)) && clock.now == .seconds(3_600))
    #expect(!clock.poll(&none, until: .seconds(1)) && clock.now == .seconds(3_600))
  }

  @Test func `time stands still while there is something to read`() throws {
    var ends: [Int32] = [-1, -1]
    try #require(pipe(&ends) == 0)
    defer { for end in ends { close(end) } }
    #expect(write(ends[1], "x", 1) == 1)
    for instant in [Duration.seconds(3_600), nil] {
      var descriptors = [pollfd(fd: ends[0], events: Int16(POLLIN), revents: 0)]
      #expect(clock.poll(&descriptors, until: instant) && descriptors[0].revents != 0)
      #expect(clock.now == .zero)
    }
  }
}
