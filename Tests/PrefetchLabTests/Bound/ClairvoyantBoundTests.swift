import PrefetchLab
import TestSupport
import Testing

@Suite struct ClairvoyantBoundTests {
  private func demand(_ item: Int, from: Int, to: Int, latency: Int, bytes: Int) -> Demand {
    Demand(
      item: item, visits: [Visit(from: .milliseconds(from), to: .milliseconds(to))],
      latency: .milliseconds(latency), bytes: bytes)
  }

  private func bound(_ demands: [Demand], _ bandwidth: Int, _ connections: Int) -> Double {
    ClairvoyantBound(demands: demands, bandwidth: bandwidth, connections: connections)
      .tileMilliseconds
  }

  @Test(arguments: 1...3)
  func `No schedule of a small case costs less, and half of them cost at most a tenth more`(
    connections: Int
  ) {
    var random = SeededRandom(seed: UInt64(connections))
    var ratios: [Double] = []
    for _ in 0..<150 {
      let small = SmallCase(items: 5, connections: connections, random: &random)
      let bound = small.bound
      let exact = small.exact.tileMilliseconds
      #expect(bound.tileMilliseconds <= exact + 1e-6)
      #expect(exact <= bound.schedule.tileMilliseconds + 1e-6)
      if exact > 0 { ratios.append(exact / max(bound.tileMilliseconds, 1e-9)) }
    }
    ratios.sort()
    #expect(ratios[ratios.count / 2] < 1.1)
  }

  @Test(arguments: 1...3)
  func `No schedule of a small case costs less where demands are released late`(connections: Int) {
    var random = SeededRandom(seed: 50 + UInt64(connections))
    var ratios: [Double] = []
    for _ in 0..<150 {
      var small = SmallCase(items: 5, connections: connections, random: &random)
      small.release(random: &random)
      let bound = small.bound
      let exact = small.exact.tileMilliseconds
      #expect(bound.tileMilliseconds <= exact + 1e-6)
      #expect(exact <= bound.schedule.tileMilliseconds + 1e-6)
      if exact > 0 { ratios.append(exact / max(bound.tileMilliseconds, 1e-9)) }
    }
    ratios.sort()
    #expect(ratios[ratios.count / 2] < 1.1)
  }

  @Test func `A picture that is known only when it is seen costs its transfer from then on`() {
    let late = Demand(
      item: 0, visits: [Visit(from: .milliseconds(500), to: .seconds(2))],
      latency: .milliseconds(80), bytes: 20_000, release: .milliseconds(500))
    #expect(abs(bound([late], 1_000_000, 1) - 100) < 1e-6)
  }

  @Test func `Pictures that a jump reveals share the pipe from then on, however idle it was`() {
    let screen = (0..<6).map {
      Demand(
        item: $0, visits: [Visit(from: .seconds(10), to: .seconds(60))],
        latency: .milliseconds(100), bytes: 50_000, release: .seconds(10))
    }
    let first = demand(6, from: 0, to: 1_000, latency: 100, bytes: 50_000)
    // 100 + 50 k each, k from 1 to 6, and 150 for the first.
    let optimum = 1650.0 + 150
    let bound = bound(screen + [first], 1_000_000, 6)
    #expect(bound <= optimum)
    #expect(bound > 0.95 * optimum)
  }

  @Test func `One picture costs its own transfer, whatever else is free`() {
    let one = demand(0, from: 0, to: 1000, latency: 80, bytes: 20_000)
    #expect(abs(bound([one], 1_000_000, 1) - 100) < 1e-6)
  }

  @Test func `A picture that is seen later than it takes costs nothing`() {
    let later = (0..<5).map { demand($0, from: 500, to: 900, latency: 80, bytes: 2000) }
    #expect(bound(later, 1_000_000, 1) == 0)
  }

  @Test func `A picture that can't come in time costs all of its visit`() {
    let late = demand(0, from: 10, to: 60, latency: 80, bytes: 2000)
    #expect(abs(bound([late], 1_000_000, 6) - 50) < 1e-6)
  }

  @Test func `Pictures on the first screen come one after the other through the pipe`() {
    let screen = (0..<6).map { demand($0, from: 0, to: 60_000, latency: 100, bytes: 50_000) }
    // 100 + 50 k each, k from 1 to 6.
    let optimum = 1650.0
    let bound = bound(screen, 1_000_000, 6)
    #expect(bound <= optimum)
    #expect(bound > 0.97 * optimum)
  }

  @Test func `With one slot, latencies add up`() {
    let screen = (0..<6).map { demand($0, from: 0, to: 60_000, latency: 4000, bytes: 1000) }
    // 4001 k each, k from 1 to 6.
    let optimum = 4001.0 * 21
    let bound = bound(screen, 1_000_000, 1)
    #expect(bound <= optimum)
    #expect(bound > 0.97 * optimum)
  }

  @Test func `the cheap ones come if not all pictures can come in time`() {
    // A large picture and nine small ones for the same visit, with time for the small ones alone.
    let small = (1...9).map { demand($0, from: 900, to: 1000, latency: 0, bytes: 100_000) }
    let large = demand(0, from: 900, to: 1000, latency: 0, bytes: 900_000)
    let bound = bound(small + [large], 1_000_000, 6)
    #expect(bound <= 100)
    #expect(bound > 85)
  }

  @Test func `A better link or a demand less raises the bound by no more than the ascent leaves`() {
    var random = SeededRandom(seed: 11)
    for _ in 0..<20 {
      let small = SmallCase(items: 12, connections: 2, random: &random)
      let base = bound(small.demands, 100_000, 2)
      let slack = 0.05 * base + 1
      #expect(bound(small.demands, 200_000, 2) <= base + slack)
      #expect(bound(small.demands, 100_000, 3) <= base + slack)
      #expect(bound(Array(small.demands.dropLast()), 100_000, 2) <= base + slack)
      let quick = small.demands.map {
        Demand(
          item: $0.item, visits: $0.visits, latency: $0.latency / 2, bytes: $0.bytes,
          decode: $0.decode)
      }
      #expect(bound(quick, 100_000, 2) <= base + slack)
    }
  }

  @Test func `Ten times the time and the bytes make ten times the bound`() {
    var random = SeededRandom(seed: 12)
    for _ in 0..<20 {
      let small = SmallCase(items: 8, connections: 2, random: &random)
      let slow = small.demands.map { demand in
        Demand(
          item: demand.item,
          visits: demand.visits.map { Visit(from: $0.from * 10, to: $0.to * 10, share: $0.share) },
          latency: demand.latency * 10, bytes: demand.bytes * 10, decode: demand.decode * 10)
      }
      let base = bound(small.demands, 100_000, 2)
      #expect(abs(bound(slow, 100_000, 2) - 10 * base) <= 0.2 * base + 10)
    }
  }

  @Test func `The same demands give the same bound to the bit`() {
    var random = SeededRandom(seed: 13)
    let small = SmallCase(items: 40, connections: 3, random: &random)
    #expect(small.bound.tileMilliseconds.bitPattern == small.bound.tileMilliseconds.bitPattern)
    #expect(small.bound.schedule.starts == small.bound.schedule.starts)
  }
}
