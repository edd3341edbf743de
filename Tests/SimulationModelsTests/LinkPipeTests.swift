import SimulationModels
import Testing

/// Bytes on their way.
@Suite struct LinkPipeTests {
  @Test func `bytes leave at the rate, in order, and arrive after the delay`() {
    var pipe = LinkPipe(bytesPerSecond: 1_000, delay: .milliseconds(40))
    pipe.send(Array(0..<100), at: .seconds(1))
    #expect(pipe.arrivals(at: .milliseconds(1_040)).isEmpty)
    #expect(pipe.nextArrival == .milliseconds(1_041))
    let first = pipe.arrivals(at: .milliseconds(1_050))
    #expect(first.flatMap(\.bytes) == Array(0..<10))
    #expect(first.map(\.instant) == (1_041...1_050).map { .milliseconds($0) })
    #expect(pipe.arrivals(at: .seconds(2)).flatMap(\.bytes) == Array(10..<100))
    #expect(pipe.isEmpty && pipe.nextArrival == nil)
  }

  @Test func `without a rate only the delay counts, and times are those of sending`() {
    var pipe = LinkPipe(bytesPerSecond: nil, delay: .milliseconds(40))
    pipe.send([1], at: .zero)
    pipe.send([2], at: .milliseconds(10))
    #expect(pipe.nextArrival == .milliseconds(40) && pipe.queued == 0)
    let arrivals = pipe.arrivals(at: .seconds(1))
    #expect(arrivals.map(\.instant) == [.milliseconds(40), .milliseconds(50)])
  }

  @Test func `waiting bytes count until they have left, and a pause holds them back`() {
    var pipe = LinkPipe(bytesPerSecond: 1_000, delay: .milliseconds(500))
    pipe.send(Array(repeating: 0, count: 100), at: .zero)
    #expect(pipe.arrivals(at: .milliseconds(60)).isEmpty)
    #expect(pipe.queued == 40 && pipe.travelingBytes == 60)
    pipe.pause(until: .milliseconds(90))
    #expect(pipe.arrivals(at: .milliseconds(90)).isEmpty)
    #expect(pipe.queued == 40)
    #expect(pipe.arrivals(at: .milliseconds(550)).count == 50 && pipe.travelingBytes == 50)
  }
}
