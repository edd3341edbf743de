import GalleryCore
import TestSupport
import Testing

@testable import PrefetchLab

@Suite struct ClairvoyantScheduleTests {
  @Test(arguments: 1...Thoroughness.rounds(short: 2, full: 4))
  func `It holds no more slots than there are, and costs what sharing the pipe comes to`(
    connections: Int
  ) {
    var random = SeededRandom(seed: 20 + UInt64(connections))
    for _ in 0..<20 {
      let small = SmallCase(items: 15, connections: connections, random: &random)
      let schedule = small.bound.schedule
      let started = schedule.starts.indices.filter { schedule.starts[$0] != nil }
      let starts = started.map { (schedule.starts[$0] ?? .zero).milliseconds }
      let completions = SharedPipe.completions(
        of: zip(started, starts).map { index, start in
          let demand = small.demands[index]
          return SharedPipe.Entry(
            arrival: start + demand.latency.milliseconds, length: Double(demand.bytes) / 100)
        })
      for time in starts {
        let held = zip(starts, completions).count { $0 <= time && time + 1e-6 < $1 }
        #expect(held <= connections)
      }
      for (index, completion) in zip(started, completions) {
        let ready =
          Duration.microseconds(Int((completion * 1000).rounded())) + small.demands[index].decode
        #expect(abs(small.demands[index].blank(ready: ready) - schedule.blank[index]) < 1e-3)
      }
    }
  }
}
