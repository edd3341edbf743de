import ImageLoading
import TestSupport
import Testing

/// Runs in a process of its own, where no other test opens descriptors or starts threads.
@Suite(.timeLimit(.minutes(2))) struct PipelineChurnTests {
  @Test func `twenty thousand starts and cancels leave nothing behind`() async {
    await #expect(processExitsWith: .success) {
      let churn = try PipelineChurn(seed: 20_000)
      try await churn.run(2_000)
      let before = try Footprint.now()
      try await churn.run(18_000)

      // The comments are all that this process tells the one that reports.
      #expect(churn.completed == 20_000, "\(churn.completed) completions")
      #expect(churn.tasksAlive == 0, "\(churn.tasksAlive) tasks are still held")
      let counts = churn.pipeline.statistics
      let ways = [counts.memoryHits, counts.loaded, counts.failed, counts.cancelled]
      #expect(counts.requested == ways.reduce(0, +), "\(counts)")
      #expect(ways.allSatisfy { $0 > 100 }, "\(counts)")
      #expect(
        [counts.transfersInFlight, counts.decodesInFlight, counts.queued] == [0, 0, 0], "\(counts)")

      // Twelve connections, both of their ends in this process, may have opened since.
      try await eventually("as many descriptors are open as before") {
        try Footprint.now().descriptors <= before.descriptors + 24
      }
      let after = try Footprint.now()
      // Queues share a pool of threads, which shrinks only when it has been idle for seconds.
      #expect(after.threads <= before.threads + 16, "\(before) \(after)")
      // A leak of 1 KB a load would be more, but for a sanitizer's share. URLSession keeps a few
      // hundred bytes of each transfer, the server its latest 4,096 paths.
      let keptBytes = after.residentBytes - before.residentBytes
      let mostBytes = before.residentBytes / 4 + (ProcessResources.blockFactor - 1) << 23
      #expect(keptBytes < mostBytes, "\(before) \(after)")
    }
  }
}
