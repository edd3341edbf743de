import GalleryCore
import TestSupport
import Testing

@testable import PrefetchLab

@Suite struct ExactSearchTests {
  /// The optimum by trying every start of every demand up to a tick, and none.
  private func naive(_ small: SmallCase, ticks: Int) -> Double {
    let never = small.demands.map { $0.blank(ready: nil) }
    var best = never.reduce(0, +)
    let choices = ticks + 1
    let count = small.demands.reduce(1) { count, _ in count * choices }
    for code in 0..<count {
      var rest = code
      let starts = small.demands.map { _ -> Double? in
        defer { rest /= choices }
        return rest % choices == ticks ? nil : Double(rest % choices) * 10
      }
      let started = starts.indices.filter { starts[$0] != nil }
      let times = starts.compactMap { $0 }
      guard zip(started, times).allSatisfy({ small.demands[$0].release.milliseconds <= $1 }) else {
        continue
      }
      let completions = SharedPipe.completions(
        of: zip(started, times).map { index, start in
          SharedPipe.Entry(
            arrival: start + small.demands[index].latency.milliseconds,
            length: Double(small.demands[index].bytes) / 100)
        })
      let isAllowed = times.allSatisfy { time in
        zip(times, completions).count { $0 <= time && time + 1e-9 < $1 } <= small.connections
      }
      guard isAllowed else { continue }
      var cost = never.reduce(0, +)
      for (index, completion) in zip(started, completions) {
        let ready = Duration.nanoseconds(Int((completion * 1e6).rounded()))
        cost += small.demands[index].blank(ready: ready + small.demands[index].decode)
        cost -= never[index]
      }
      best = min(best, cost)
    }
    return best
  }

  @Test(arguments: 1...2)
  func `It finds what trying everything finds`(connections: Int) {
    var random = SeededRandom(seed: 30 + UInt64(connections))
    for _ in 0..<15 {
      let small = SmallCase(items: 3, connections: connections, random: &random)
      // A later start has nothing left to win.
      #expect(abs(small.exact.tileMilliseconds - naive(small, ticks: 14)) < 1e-4)
    }
  }

  @Test(arguments: 1...2)
  func `It finds what trying everything finds, where demands are released late`(connections: Int) {
    var random = SeededRandom(seed: 40 + UInt64(connections))
    for _ in 0..<15 {
      var small = SmallCase(items: 3, connections: connections, random: &random)
      small.release(random: &random)
      #expect(abs(small.exact.tileMilliseconds - naive(small, ticks: 14)) < 1e-4)
    }
  }

  @Test func `A large picture under way does not keep a small one waiting that comes later`() {
    let visits = [Visit(from: .zero, to: .seconds(1))]
    let large = Demand(item: 0, visits: visits, latency: .zero, bytes: 10_000)
    let small = Demand(item: 1, visits: visits, latency: .milliseconds(20), bytes: 1000)
    let exact = ExactSearch(
      demands: [large, small], bandwidth: 100_000, connections: 2, tick: .milliseconds(10))
    // Shared: 40 and 110 ms; in turn, 30 and 130 or 100 and 110.
    #expect(abs(exact.tileMilliseconds - 150) < 1e-6)
  }
}
