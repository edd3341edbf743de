import SimulationModels
import TestSupport
import Testing

@Suite struct SharedLinkTests {
  private func grant(_ id: Int, _ bytes: Int, last: Bool = false) -> SharedLink.Grant {
    SharedLink.Grant(id: id, bytes: bytes, isLast: last)
  }

  @Test func `a single sender has the whole rate`() {
    var link = SharedLink(bytesPerSecond: 1_000)
    link.add(1, bytes: 500, at: .zero)
    #expect(link.grants(at: .milliseconds(100)) == [grant(1, 100)])
    #expect(link.nextEnd == .milliseconds(500))
    #expect(link.grants(at: .seconds(9)) == [grant(1, 400, last: true)])
    #expect(link.nextEnd == nil)
    #expect(link.grants(at: .seconds(10)) == [])
  }

  @Test func `two senders have half of the rate each until one finishes`() {
    var link = SharedLink(bytesPerSecond: 1_000)
    link.add(1, bytes: 300, at: .zero)
    link.add(2, bytes: 100, at: .milliseconds(100))
    #expect(link.nextEnd == .milliseconds(300))
    #expect(link.grants(at: .milliseconds(300)) == [grant(1, 200), grant(2, 100, last: true)])
    #expect(link.nextEnd == .milliseconds(400))
    #expect(link.grants(at: .milliseconds(400)) == [grant(1, 100, last: true)])
  }

  @Test func `a sender that leaves gives its share back and is granted no more`() {
    var link = SharedLink(bytesPerSecond: 1_000)
    link.add(1, bytes: 1_000, at: .zero)
    link.add(2, bytes: 1_000, at: .zero)
    link.end(2, at: .milliseconds(500))
    link.end(7, at: .milliseconds(500))
    #expect(link.grants(at: .milliseconds(600)) == [grant(1, 350)])
    #expect(link.nextEnd == .milliseconds(1_250))
  }

  @Test func `idle time is not saved up`() {
    var link = SharedLink(bytesPerSecond: 1_000)
    link.add(1, bytes: 10, at: .seconds(5))
    #expect(link.grants(at: .milliseconds(5_005)) == [grant(1, 5)])
  }

  @Test func `an instant that goes back changes nothing`() {
    var link = SharedLink(bytesPerSecond: 1_000)
    link.add(1, bytes: 1_000, at: .seconds(1))
    #expect(link.grants(at: .zero) == [])
    #expect(link.grants(at: .milliseconds(1_010)) == [grant(1, 10)])
  }

  /// The grants of a walk by sender, and the instants at which senders finished.
  private struct Walk {
    var granted: [Int: Int] = [:]
    var ends: [Int: Duration] = [:]
    var wanted: [Int: Int] = [:]

    mutating func take(_ grants: [SharedLink.Grant], at now: Duration) {
      for grant in grants {
        granted[grant.id, default: 0] += grant.bytes
        if grant.isLast { ends[grant.id] = now }
      }
    }
  }

  @Test(arguments: 1...20 as ClosedRange<UInt64>)
  func `every sender finishes when a fluid would`(seed: UInt64) throws {
    var random = SeededRandom(seed: seed)
    let rate = [50_000, 200_000, 1_000_000, 10_000_000].randomElement(using: &random) ?? 1
    let step = Duration.microseconds(20)
    var link = SharedLink(bytesPerSecond: rate)
    var fluid = FluidLink(bytesPerSecond: rate, step: step)
    var walk = Walk()
    var now = Duration.zero
    for id in 0..<60 {
      let next = now + step * Int.random(in: 1...2_000, using: &random)
      // A pacer asks at every end too, which may bring the next one forward.
      while let end = link.nextEnd, end <= next { walk.take(link.grants(at: end), at: end) }
      walk.take(link.grants(at: next), at: next)
      fluid.run(until: next)
      now = next
      if Int.random(in: 0..<4, using: &random) == 0, let left = fluid.left.keys.min() {
        link.end(left, at: now)
        fluid.end(left)
      }
      walk.wanted[id] = Int.random(in: 1...rate / 20, using: &random)
      link.add(id, bytes: walk.wanted[id] ?? 0, at: now)
      fluid.add(id, bytes: walk.wanted[id] ?? 0)
    }
    while let end = link.nextEnd { walk.take(link.grants(at: end), at: end) }
    fluid.run(until: now + .seconds(4))

    #expect(!walk.ends.isEmpty)
    for (id, end) in walk.ends {
      let expected = try #require(fluid.ends[id])
      // Each sender that ends within a step of the fluid may be a step late there, and delay others.
      #expect(abs((expected - end) / step) < 61, "\(id): \(end), not \(expected)")
      #expect(walk.granted[id] == walk.wanted[id])
    }
    #expect(Set(walk.ends.keys) == Set(fluid.ends.keys))
  }
}
