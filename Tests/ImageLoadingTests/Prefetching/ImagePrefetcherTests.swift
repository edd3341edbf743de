import DecodingTestSupport
import FoundationEssentials
import LoadingTestSupport
import Raster
import TestSupport
import Testing

@testable import ImageLoading
@testable import LoadPlanning

@Suite(.timeLimit(.minutes(1))) struct ImagePrefetcherTests {
  private let loader = HeldDataLoader()
  private let decoder = FlatDecoder()
  private let pipeline: ImagePipeline
  private let prefetcher: ImagePrefetcher

  init() {
    var configuration = ImagePipeline.Configuration()
    configuration.dataLoader = loader
    configuration.decoder = decoder
    pipeline = ImagePipeline(configuration)
    prefetcher = ImagePrefetcher(pipeline: pipeline)
  }

  /// Brings every picture that is asked for until this holds.
  private func serve(until holds: () -> Bool) async {
    await eventually("everything is served") {
      for url in loader.started { loader.answer(url) }
      return holds()
    }
  }

  @Test func `a prefetched picture is in memory`() async throws {
    let a = try request("a")
    prefetcher.start([a])
    await serve { pipeline.isInMemory(a) }
  }

  @Test func `prefetch and load of the same picture share one transfer`() async throws {
    prefetcher.start([try request("a")])
    async let image = pipeline.image(for: try request("a"))
    await eventually("both are in") { pipeline.statistics.coalesced == 1 }
    loader.answer(try url("a"))
    _ = try await image
    #expect(loader.started.count == 1)
  }

  @Test func `the same picture twice is one task`() async throws {
    prefetcher.start([try request("a"), try request("a")])
    prefetcher.start([try request("a")])
    await eventually("the transfer starts") { loader.started.count == 1 }
    #expect(pipeline.statistics.tasksInFlight == 1)
  }

  @Test func `a picture in memory starts nothing, and the end is reported all the same`()
    async throws
  {
    let a = try request("a")
    prefetcher.start([a])
    await serve { pipeline.isInMemory(a) }
    let reports = Log<PrefetchReport>()
    prefetcher.didComplete = { reports.add($0) }
    await eventually("it has ended") { pipeline.statistics.tasksInFlight == 0 }
    let requested = pipeline.statistics.requested
    prefetcher.start([a])
    await eventually("it is told") { reports.entries.last?.alreadyInMemory == [a] }
    #expect(pipeline.statistics.requested == requested && loader.started.count == 1)
  }

  @Test func `stopping cancels what is outstanding`() async throws {
    prefetcher.start([try request("a")])
    await eventually("the transfer starts") { loader.started.count == 1 }
    prefetcher.stop([try request("a")])
    try await eventually("it stops") { try loader.cancelled == [url("a")] }
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
    await serve { pipeline.isInMemory(wanted) }
  }

  @Test func `loads stopped in the same turn never begin, and the others begin once`() async throws
  {
    let turns = Log<@Sendable () -> Void>()
    let prefetcher = ImagePrefetcher(
      pipeline: pipeline, priority: .low, soon: { turns.add($0) })
    let reports = Log<PrefetchReport>()
    prefetcher.didComplete = { reports.add($0) }
    let (a, b) = (try request("a"), try request("b"))
    prefetcher.start([a, b])
    prefetcher.stop([a])
    #expect(loader.started.isEmpty && turns.count == 1)
    prefetcher.start([b])
    #expect(turns.count == 1)
    turns.entries.first?()
    await eventually("the other one begins") { loader.started == [b.url] }
    prefetcher.stop([b])
    await eventually("it is told") { reports.count == 1 }
    #expect(reports.entries.first?.failed.map(\.error) == [.cancelled, .cancelled])
    prefetcher.start([a])
    prefetcher.stopAll()
    turns.entries.last?()
    #expect(turns.count == 2 && loader.started == [b.url])
    // The statistics are those after the pipeline's last turn, which may still end.
    await eventually("one request is counted") { pipeline.statistics.requested == 1 }
  }

  @Test func `paused, nothing starts, and what runs goes on`() async throws {
    let (a, b) = (try request("a"), try request("b"))
    prefetcher.start([a])
    await eventually("one has started") { loader.started.count == 1 }
    prefetcher.isPaused = true
    prefetcher.start([b, b])
    loader.answer(a.url)
    await eventually("it goes on") { pipeline.isInMemory(a) }
    #expect(loader.started.count == 1 && pipeline.statistics.requested == 1)
    prefetcher.isPaused = false
    await serve { pipeline.isInMemory(b) }
  }

  @Test func `stopping is as quick in any order`() async throws {
    prefetcher.isPaused = true
    let requests = try (0..<20_000).map { try request("\($0)") }
    prefetcher.start(requests)
    // A search among those that wait, for each, would take minutes.
    prefetcher.stop(requests.reversed())
    prefetcher.isPaused = false
    #expect(pipeline.statistics.requested == 0)
  }

  @Test func `whatever is resumed while all is stopped is stopped too`() async throws {
    let requests = try (0..<50).map { try request("\($0)") }
    for _ in 0..<100 {
      prefetcher.isPaused = true
      prefetcher.start(requests)
      await withTaskGroup { group in
        group.addTask { prefetcher.isPaused = false }
        group.addTask { prefetcher.stopAll() }
      }
    }
    // Nothing is ever answered, so what still ran would run for good.
    await eventually("nothing is left") {
      pipeline.statistics.tasksInFlight == 0 && pipeline.statistics.transfersInFlight == 0
    }
  }

  @Test(arguments: [Int.max, Int.min, 0])
  func `extreme limits do not trap`(limit: Int) async throws {
    var configuration = ImagePipeline.Configuration()
    configuration.dataLoader = loader
    configuration.decoder = decoder
    configuration.connectionsPerHost = limit
    let pipeline = ImagePipeline(configuration)
    async let image = pipeline.image(for: try request("a"))
    await eventually("it is asked for") { loader.started.count == 1 }
    loader.answer(try url("a"))
    _ = try await image
    configuration.maximumConcurrentLoads = limit
    #expect(configuration.maximumConcurrentLoads == limit)
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

  @Test func `one transfer at a time still finishes a longer list`() async throws {
    var configuration = ImagePipeline.Configuration()
    configuration.dataLoader = loader
    configuration.decoder = decoder
    configuration.maximumConcurrentLoads = 1
    let prefetcher = ImagePrefetcher(pipeline: ImagePipeline(configuration))
    let reports = Log<PrefetchReport>()
    prefetcher.didComplete = { reports.add($0) }
    prefetcher.start(try (0..<30).map { try request("\($0)") })
    await serve { reports.count == 1 }
    #expect(reports.entries.first?.loaded.count == 30)
  }

  @Test func `one start is one report, however soon its requests end`() async throws {
    let unusable = try (0..<100).map { number in
      ImageRequest(
        url: try #require(URL(string: "ftp://a.test/\(number)")),
        targetSize: PixelSize(width: 1, height: 1))
    }
    for round in 1...20 {
      let reports = Log<PrefetchReport>()
      prefetcher.didComplete = { reports.add($0) }
      prefetcher.start(unusable)
      await eventually("it is told of all of round \(round)") {
        reports.entries.reduce(0) { $0 + $1.failed.count } == 100
      }
      #expect(reports.count == 1)
    }
  }

  @Test func `a reload passes by what is in memory`() async throws {
    let a = try request("a")
    prefetcher.start([a])
    await serve { pipeline.isInMemory(a) }
    var reload = a
    reload.cachePolicy = .reload
    prefetcher.start([reload])
    await eventually("it is fetched again") { loader.started.count == 2 }
  }

}
