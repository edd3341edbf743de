import FoundationEssentials
import LoadingTestSupport
import TestSupport
import Testing

@testable import ImageLoading
@testable import LoadPlanning

/// When a prefetcher says that it is done, and what of.
@Suite(.timeLimit(.minutes(1))) struct PrefetchReportTests {
  private let loader = HeldDataLoader()
  private let pipeline: ImagePipeline
  private let prefetcher: ImagePrefetcher
  private let reports = Log<PrefetchReport>()

  init() {
    var configuration = ImagePipeline.Configuration()
    configuration.dataLoader = loader
    configuration.decoder = FlatDecoder()
    pipeline = ImagePipeline(configuration)
    prefetcher = ImagePrefetcher(pipeline: pipeline)
    prefetcher.didComplete = { [reports] in reports.add($0) }
  }

  @Test func `it says which were loaded and which failed, once`() async throws {
    let (a, b) = (try request("a"), try request("b"))
    prefetcher.start([a, b])
    await eventually("both have started") { loader.started.count == 2 }
    loader.answer(a.url)
    await eventually("one is there") { pipeline.statistics.loaded == 1 }
    #expect(reports.count == 0)
    loader.answer(b.url, .failure(.status(404)))
    await eventually("it is told") { reports.count == 1 }
    let report = try #require(reports.entries.first)
    #expect(report.loaded == [a])
    #expect(report.failed.map(\.request) == [b] && report.failed.first?.error == .status(404))
  }

  @Test func `stopped midway, every unfinished one counts as failed`() async throws {
    let requests = try (0..<8).map { try request("\($0)") }
    prefetcher.start(requests)
    await eventually("some have started") { loader.started.count == 5 }
    loader.answer(requests[0].url)
    await eventually("one is there") { pipeline.statistics.loaded == 1 }
    prefetcher.stopAll()
    await eventually("it is told") { reports.count == 1 }
    let report = try #require(reports.entries.first)
    #expect(report.loaded == [requests[0]] && report.alreadyInMemory.isEmpty)
    #expect(Set(report.failed.map(\.request)) == Set(requests.dropFirst()))
    #expect(report.failed.allSatisfy { $0.error == .cancelled })
  }

  @Test func `an empty list is complete at once, with nothing in it`() throws {
    prefetcher.start([])
    let report = try #require(reports.entries.first)
    #expect(report.loaded.isEmpty && report.alreadyInMemory.isEmpty && report.failed.isEmpty)
  }

  @Test func `a stop that finds nothing is silent`() throws {
    prefetcher.stop([])
    prefetcher.stop([try request("a")])
    prefetcher.stopAll()
    #expect(reports.count == 0)
  }

  @Test func `a load stopped while paused counts too`() async throws {
    prefetcher.isPaused = true
    prefetcher.start([try request("a")])
    prefetcher.stopAll()
    await eventually("it is told") { reports.entries.first?.failed.count == 1 }
    prefetcher.isPaused = false
    #expect(pipeline.statistics.requested == 0)
  }

  @Test func `starts and stops from four threads leave nothing behind`() async throws {
    let requests = try (0..<20).map { try request("\($0)") }
    await withTaskGroup { group in
      for thread in 0..<4 {
        group.addTask {
          var random = SeededRandom(seed: UInt64(thread))
          for _ in 0..<300 {
            let some = requests.shuffled(using: &random).prefix(5)
            if Bool.random(using: &random) {
              prefetcher.start(Array(some))
            } else {
              prefetcher.stop(Array(some))
            }
          }
        }
      }
    }
    prefetcher.stopAll()
    await eventually("nothing is left") {
      pipeline.statistics.tasksInFlight == 0 && pipeline.statistics.transfersInFlight == 0
    }
    let statistics = pipeline.statistics
    #expect(
      statistics.requested == statistics.memoryHits + statistics.loaded + statistics.failed
        + statistics.cancelled)
  }
}
