import Testing

@testable import PrefetchLab

@Suite struct ConnectionPoolTests {
  private func pool(streams: Int? = nil, roundTripsToConnect: Int = 3) -> ConnectionPool {
    ConnectionPool(
      Link(
        name: "some", latency: .milliseconds(100), bandwidth: 1_000, streams: streams,
        roundTripsToConnect: roundTripsToConnect))
  }

  @Test func `each transfer has a connection, new unless another has left one`() {
    var pool = pool()
    #expect(pool.assign(at: .zero) == .milliseconds(300))
    #expect(pool.assign(at: .milliseconds(50)) == .milliseconds(350))
    pool.giveBack()
    #expect(pool.assign(at: .seconds(1)) == .seconds(1))
    #expect(pool.assign(at: .seconds(1)) == .milliseconds(1_300))
  }

  @Test func `all streams wait for the one connection, which lasts`() {
    var pool = pool(streams: 100)
    #expect(pool.assign(at: .seconds(1)) == .milliseconds(1_300))
    #expect(pool.assign(at: .milliseconds(1_100)) == .milliseconds(1_300))
    #expect(pool.assign(at: .seconds(2)) == .seconds(2))
  }

  @Test func `a connection that is there already takes no time`() {
    var pool = pool(roundTripsToConnect: 0)
    #expect(pool.assign(at: .seconds(1)) == .seconds(1))
  }

  @Test func `a stopped transfer leaves no connection behind, and has a stream of another`() {
    for (streams, first) in [(nil, 300), (100, 0)] as [(Int?, Int)] {
      var link = SimulatedLink(
        Link(
          name: "some", latency: .milliseconds(100), bandwidth: 1_000_000_000, streams: streams,
          roundTripsToConnect: 3), seed: 1)
      link.startTransfer(of: 1, bytes: 30_000)
      _ = link.advance(to: .milliseconds(350))
      _ = link.stop(1)
      link.startTransfer(of: 2, bytes: 30_000)
      #expect(link.nextSignal == .milliseconds(350 + first + 100))
    }
  }
}
