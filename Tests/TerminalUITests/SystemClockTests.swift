import Glibc
import TerminalUI
import TestSupport
import Testing

@Suite(.ownThread, .timeLimit(.minutes(1))) struct SystemClockTests {
  private let clock = SystemClock()

  /// A pipe that is readable if it holds a byte.
  private func pipe(holding bytes: [UInt8]) throws -> (read: Int32, write: Int32) {
    var ends: [Int32] = [-1, -1]
    try #require(Glibc.pipe(&ends) == 0)
    #expect(write(ends[1], bytes, bytes.count) == bytes.count)
    return (ends[0], ends[1])
  }

  @Test(arguments: [nil, Duration.zero, .seconds(3_600)])
  func `a ready descriptor ends any wait`(limit: Duration?) throws {
    let pipe = try pipe(holding: [7])
    var waiting = [pollfd(fd: pipe.read, events: Int16(POLLIN), revents: 0)]
    #expect(clock.poll(&waiting, until: limit))
    #expect(waiting.first?.revents == Int16(POLLIN))
    close(pipe.read)
    close(pipe.write)
  }

  @Test(arguments: [Duration.seconds(-3_600), .zero, .microseconds(300), .milliseconds(7)])
  func `a wait without a ready descriptor ends, and never before its instant`(delay: Duration)
    throws
  {
    let pipe = try pipe(holding: [])
    var waiting = [pollfd(fd: pipe.read, events: Int16(POLLIN), revents: 0)]
    let instant = clock.now + delay
    #expect(!clock.poll(&waiting, until: instant))
    #expect(clock.now >= instant)
    close(pipe.read)
    close(pipe.write)
  }

  @Test func `time starts with the process, and its copies agree`() {
    let copy = clock
    let instants = [clock.now, copy.now, clock.now]
    #expect(instants == instants.sorted())
    #expect(instants.allSatisfy { $0 > .zero })
  }
}
