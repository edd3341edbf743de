import FoundationEssentials
import LoadingTestSupport
import Raster
import TestSupport
import Testing

@testable import ImageLoading

/// Canceled loads that are worth finishing.
@Suite(.timeLimit(.minutes(1))) struct PipelineCancelTests {
  private let loader = HeldDataLoader()
  private let clock = Log<Duration>()
  private let pipeline: ImagePipeline
  private let outcomes = Log<Result<PixelImage, ImageError>>()
  private let traces = Log<LoadTrace>()

  init() {
    var configuration = ImagePipeline.Configuration()
    configuration.dataLoader = loader
    configuration.decoder = FlatDecoder()
    configuration.clock = { [clock] in LoadTime(elapsed: clock.entries.last ?? .zero) }
    pipeline = ImagePipeline(configuration)
  }

  private func start(_ request: ImageRequest) async -> ImageTask {
    let count = loader.started.count
    let task = pipeline.loadImage(with: request) { [outcomes, traces] result, trace in
      outcomes.add(result)
      traces.add(trace)
    }
    await eventually("the transfer starts") { loader.started.count == count + 1 }
    return task
  }

  /// One picture has come; of the next the head and half the body have, after as long as the first took.
  private func halfWay(_ request: ImageRequest) async throws -> ImageTask {
    let earlier = try ImageLoadingTests.request("earlier")
    _ = await start(earlier)
    clock.add(.seconds(1))
    loader.answer(earlier.url)
    await eventually("it is there") { outcomes.count == 1 }
    let task = await start(request)
    clock.add(.seconds(2))
    let head = ResponseHead(status: 200, expectedBytes: 4)
    let progress = Log<Int>()
    let listener = pipeline.loadImage(
      with: request, update: { if case .progress = $0 { progress.add(1) } }, completion: { _ in })
    loader.send([.response(head), .data(Data([7, 7]))], for: request.url)
    await eventually("half is there") { progress.count == 1 }
    listener.cancel()
    return task
  }

  @Test func `without a disk cache, what is finished for nobody is in memory for the next`()
    async throws
  {
    let wanted = try request("a", .low)
    let task = try await halfWay(wanted)
    task.cancel(chanceOfReturn: 0.9)
    await eventually("it is told") { outcomes.entries.last == .failure(.cancelled) }
    #expect(traces.entries.last?.bytes == 2)
    #expect(loader.cancelled.isEmpty)
    loader.send([.data(Data([7, 7])), .finished], for: wanted.url)
    await eventually("it is kept") { pipeline.isInMemory(wanted) }
    #expect(outcomes.count == 2 && pipeline.statistics.finishedAfterCancel == 1)
  }

  @Test func `one that will not be wanted again stops`() async throws {
    let wanted = try request("a", .low)
    let task = try await halfWay(wanted)
    task.cancel(chanceOfReturn: 0)
    await eventually("it stops") { loader.cancelled == [wanted.url] }
    #expect(pipeline.statistics.finishedAfterCancel == 0)
  }

  @Test func `a story names the server, with its port`() throws {
    func host(_ text: String) throws -> String? {
      LoadTrace(url: try #require(URL(string: text)), startedAt: .zero).host
    }
    #expect(try host("http://A.test/1.jpg") == "a.test")
    #expect(try host("http://a.test:81/1.jpg") == "a.test:81")
    #expect(try host("file:///1.jpg") == nil)
  }
}
