import FoundationEssentials
import TestSupport
import Testing

@testable import ImageLoading

@Suite(.timeLimit(.minutes(1))) struct ImagePrefetcherTests {
  private let loader = HeldDataLoader()
  private let pipeline: ImagePipeline
  private let prefetcher: ImagePrefetcher

  init() {
    var configuration = ImagePipeline.Configuration()
    configuration.dataLoader = loader
    configuration.decoder = FlatDecoder()
    pipeline = ImagePipeline(configuration)
    prefetcher = ImagePrefetcher(pipeline: pipeline)
  }

  @Test func `what was prefetched is in memory`() async throws {
    prefetcher.start([try request("a")])
    await eventually("the transfer starts") { loader.started.count == 1 }
    loader.answer(try url("a"))
    try await eventually("it is there") { try pipeline.cachedImage(for: request("a")) != nil }
    prefetcher.start([try request("a")])
    await eventually("it has been looked at") { pipeline.statistics.tasksInFlight == 0 }
    #expect(loader.started.count == 1)
  }

  @Test func `prefetch and load of the same picture share one transfer`() async throws {
    prefetcher.start([try request("a"), try request("a")])
    async let image = pipeline.image(for: try request("a"))
    await eventually("both are in") { pipeline.statistics.coalesced == 1 }
    loader.answer(try url("a"))
    _ = try await image
    #expect(loader.started.count == 1)
  }

  @Test func `stopping one leaves the others, and whoever else wants it`() async throws {
    prefetcher.start([try request("a"), try request("b"), try request("c")])
    let outcomes = Log<Result<PixelImage, ImageError>>()
    pipeline.loadImage(with: try request("b")) { outcomes.add($0) }
    await eventually("all have started") { loader.started.count == 3 }
    prefetcher.stop([try request("a"), try request("b"), try request("unknown")])
    try await eventually("one stops") { try loader.cancelled == [url("a")] }
    loader.answer(try url("b"))
    await eventually("the other caller is answered") { outcomes.count == 1 }
    #expect(throws: Never.self) { try outcomes.entries.first?.get() }
  }

  @Test func `started again right after being stopped, it loads`() async throws {
    let wanted = try request("a")
    prefetcher.start([wanted])
    prefetcher.stop([wanted])
    prefetcher.start([wanted])
    await eventually("it loads") {
      loader.answer(wanted.url)
      return pipeline.cachedImage(for: wanted) != nil
    }
    prefetcher.stop([])
    prefetcher.start([])
  }

  @Test func `a change of priority reaches what is on its way`() async throws {
    prefetcher.start(try (0..<20).map { try request("\($0)") })
    await eventually("speculation has its slots") { loader.started.count == 5 }
    prefetcher.priority = .normal
    await eventually("the last slot is used too") { loader.started.count == 6 }
  }

  @Test func `a released prefetcher stops everything`() async throws {
    var released: ImagePrefetcher? = ImagePrefetcher(pipeline: pipeline)
    released?.start([try request("a"), try request("b")])
    await eventually("both have started") { loader.started.count == 2 }
    released = nil
    await eventually("both stop") { loader.cancelled.count == 2 }
  }
}
