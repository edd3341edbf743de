import PrefetchLab
import Testing

@Suite struct LinkTests {
  @Test(arguments: Link.library)
  func `latencies stay within the jitter, stalls aside, and are those of item and seed alone`(
    link: Link
  ) {
    var sum = 0.0
    for item in 0..<2_000 {
      let latency = link.latency(of: item, seed: 7)
      #expect(latency == link.latency(of: item, seed: 7))
      #expect(latency >= link.latency - link.jitter)
      #expect(latency <= link.latency + link.jitter + link.stall)
      sum += latency / .milliseconds(1)
    }
    let mean = (link.latency + link.stall * link.stallRate) / .milliseconds(1)
    #expect(abs(sum / 2_000 - mean) < 0.1 * mean)
    #expect(
      link.jitter == .zero || link.latency(of: 3, seed: 7) != link.latency(of: 3, seed: 8))
  }

  @Test(arguments: Link.library)
  func `another attempt is luckier only where stalls are drawn anew`(link: Link) {
    var (luckier, unluckier) = (0, 0)
    for item in 0..<2_000 {
      let first = link.latency(of: item, seed: 7)
      let second = link.latency(of: item, attempt: 1, seed: 7)
      #expect(second == link.latency(of: item, attempt: 1, seed: 7))
      #expect(link.leastLatency(of: item, seed: 7) <= min(first, second))
      luckier += second < first ? 1 : 0
      unluckier += second > first ? 1 : 0
    }
    let expected = link.stallsAnew ? link.stallRate * (1 - link.stallRate) * 2_000 : 0
    #expect(abs(Double(luckier) - expected) <= 0.3 * expected)
    #expect(abs(Double(unluckier) - expected) <= 0.3 * expected)
  }

  @Test func `sizes are heavy-tailed, within their limits, and average 34 KB`() {
    let sizes = PictureSizes(seed: 3)
    let all = (0..<20_000).map(sizes.bytes).sorted()
    #expect(all.allSatisfy { (PictureSizes.least...PictureSizes.most).contains($0) })
    #expect(abs(all[10_000] - 16_000) < 800)
    #expect(all[19_900] > 300_000)
    let mean = all.reduce(0, +) / all.count
    #expect(abs(mean - 34_000) < 2_000)
  }
}
