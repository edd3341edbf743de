import FoundationEssentials
import LoadingTestSupport
import Raster
import TestSupport
import Testing

@testable import ImageLoading
@testable import LoadPlanning

@Suite(.timeLimit(.minutes(1))) struct ImageTaskTests {
  private typealias Outcome = Result<PixelImage, ImageError>

  private let loader = HeldDataLoader()
  private let pipeline: ImagePipeline
  private let outcomes = Log<Outcome>()

  init() {
    var configuration = ImagePipeline.Configuration()
    configuration.dataLoader = loader
    configuration.decoder = FlatDecoder()
    pipeline = ImagePipeline(configuration)
  }

  private func start() async throws -> ImageTask {
    let task = pipeline.loadImage(with: try request("a")) { [outcomes] in outcomes.add($0) }
    await eventually("the transfer starts") { loader.started.count == 1 }
    return task
  }

  @Test func `a cancel is seen at once, and a second one changes nothing`() async throws {
    let task = try await start()
    #expect(!task.isCancelled)
    task.cancel()
    #expect(task.isCancelled)
    task.cancel()
    await eventually("it is told") { outcomes.entries == [.failure(.cancelled)] }
  }

  @Test func `a task knows the story of its load once it has ended`() async throws {
    let task = try await start()
    #expect(task.trace == nil)
    loader.answer(try url("a"))
    await eventually("it is there") { outcomes.count == 1 }
    let trace = try #require(task.trace)
    #expect(trace.source == .network && trace.bytes > 0 && trace.error == nil)
    #expect(trace.decode != nil && trace.firstByte != nil && trace.total > .zero)

    let second = pipeline.loadImage(with: task.request) { [outcomes] in outcomes.add($0) }
    await eventually("it is there again") { outcomes.count == 2 }
    #expect(second.trace?.source == .memory && second.trace?.decode == nil)

    let failing = pipeline.loadImage(with: try request("b")) { [outcomes] in outcomes.add($0) }
    await eventually("the transfer starts") { loader.started.count == 2 }
    loader.answer(try url("b"), .failure(.status(404)))
    await eventually("it fails") { outcomes.count == 3 }
    #expect(failing.trace?.error == .status(404))
  }

  @Test func `bytes have a story too`() async throws {
    let sizes = Log<Int>()
    let task = pipeline.loadData(with: try request("a")) { sizes.add((try? $0.get().count) ?? -1) }
    await eventually("the transfer starts") { loader.started.count == 1 }
    loader.answer(try url("a"))
    await eventually("they are there") { sizes.count == 1 }
    #expect(task.trace?.bytes == sizes.entries.first && task.trace?.decode == nil)
  }

  @Test func `a picture for once is not in memory afterwards`() async throws {
    var once = try request("a")
    once.isTransient = true
    pipeline.loadImage(with: once) { [outcomes] in outcomes.add($0) }
    await eventually("the transfer starts") { loader.started.count == 1 }
    loader.answer(once.url)
    await eventually("it is there") { outcomes.count == 1 }
    #expect(pipeline.cachedImage(for: once) == nil && pipeline.statistics.cacheBytes == 0)
  }

  @Test func `a cancel after the end changes no result`() async throws {
    let task = try await start()
    loader.answer(try url("a"))
    await eventually("it is there") { outcomes.count == 1 }
    task.cancel()
    #expect(!task.isCancelled)
    await eventually("nothing is left") { pipeline.statistics.tasksInFlight == 0 }
    #expect(outcomes.count == 1 && pipeline.statistics.cancelled == 0)
  }

  @Test func `an invalidated pipeline cancels everything, and refuses what comes`() async throws {
    _ = try await start()
    pipeline.invalidate()
    await eventually("it is told") { outcomes.entries == [.failure(.cancelled)] }
    let late = try request("late")
    await #expect(throws: ImageError.invalidated) { try await pipeline.image(for: late) }
    #expect(loader.started.count == 1)
  }

  @Test func `a request that is only for the cache makes no transfer`() async throws {
    var request = try request("a")
    request.cachePolicy = .cacheOnly
    await #expect(throws: ImageError.notCached) { try await pipeline.image(for: request) }
    #expect(loader.started.isEmpty)
  }

  @Test func `events are reported until the end, and none after it`() async throws {
    let updates = Log<ImageProgress>()
    let a = try request("a")
    pipeline.loadImage(
      with: a,
      update: { if case .progress(let progress) = $0 { updates.add(progress) } },
      completion: { [outcomes] in outcomes.add($0) })
    await eventually("the transfer starts") { loader.started.count == 1 }
    let head = ResponseHead(status: 200, expectedBytes: 4)
    loader.send([.response(head), .data(Data([7, 7]))], for: a.url)
    await eventually("it is told") { updates.entries.first?.fraction == 0.5 }
    loader.send([.data(Data([7, 7])), .finished], for: a.url)
    await eventually("it is there") { outcomes.count == 1 }
  }

  @Test func `whoever asks for another attempt need not wait`() async throws {
    _ = try await start()
    loader.answer(try url("a"), .failure(.status(503)))
    await eventually("it tries again") {
      pipeline.retryNow()
      return loader.started.count == 2
    }
    loader.answer(try url("a"))
    await eventually("it is there") { outcomes.count == 1 }
    #expect(pipeline.statistics.retries == 1)
  }
}
