import DiskCache
import FoundationEssentials
import ImageRequests
import LoadingTestSupport
import Raster
import Testing

@testable import LoadPlanning

@Suite struct LoadOutboxTests {
  private let task: TaskClaim
  private let picture = PixelImage(size: PixelSize(width: 1, height: 1), filledWith: 1)

  init() throws { task = GraphTask(try request("a"), .picture, listens: true).claim }

  /// Returns the actions of an outbox, a word each.
  private func words(_ outbox: inout LoadOutbox) -> [String] {
    outbox.takeActions().map { action in
      switch action {
      case .transfer: "transfer"
      case .job: "job"
      case .cache: "cache"
      case .report(.update): "update"
      case .report(.record): "record"
      case .report(.deliver(_, .success, _)): "success"
      case .report(.deliver(_, .failure(let error), _)): "\(error)"
      }
    }
  }

  @Test func `actions leave in the order in which they came, and once`() {
    var outbox = LoadOutbox()
    outbox.order(.cancel(attempt: 1))
    outbox.order(.cancel(2))
    outbox.order(.discard(task.request.url))
    outbox.add([.job(.cancel(3)), .transfer(.cancel(attempt: 4))])
    #expect(words(&outbox) == ["transfer", "job", "cache", "job", "transfer"])
    #expect(words(&outbox) == [])
  }

  @Test func `only a task that listens is told`() {
    var outbox = LoadOutbox()
    let progress = LoadUpdate.progress(ImageProgress(receivedBytes: 1, expectedBytes: 2))
    outbox.report(progress, to: [GraphTask(task.request, .picture).claim])
    #expect(words(&outbox) == [])
    outbox.report(progress, to: [task])
    #expect(words(&outbox) == ["update"])
  }

  @Test func `a request that needs no load ends at once, and counts as it ended`() {
    var outbox = LoadOutbox()
    outbox.answer(task, with: picture, at: .zero)
    #expect(words(&outbox) == ["record", "success"])
    outbox.refuse(task, .invalidated, at: .zero)
    #expect(words(&outbox) == ["record", "\(ImageError.invalidated)"])
    outbox.refuse(task, .cancelled, at: .zero)
    let counts = outbox.counts
    #expect(counts.requested == 3 && counts.memoryHits == 1)
    #expect(counts.failed == 1 && counts.cancelled == 1 && counts.loaded == 0)
  }

  @Test(
    arguments: [
      (Result.success(LoadOutput.bytes(Data())), 1, 0, 0),
      (.failure(.status(404)), 0, 1, 0), (.failure(.cancelled), 0, 0, 1),
    ] as [(Result<LoadOutput, ImageError>, Int, Int, Int)])
  func `a request ends in one of three ways`(
    result: Result<LoadOutput, ImageError>, loaded: Int, failed: Int, cancelled: Int
  ) {
    var outbox = LoadOutbox()
    outbox.conclude(LoadTrace(url: task.request.url, startedAt: .zero), result)
    let counts = outbox.counts
    #expect(counts.loaded == loaded && counts.failed == failed && counts.cancelled == cancelled)
    #expect(words(&outbox) == ["record"])
  }

  @Test func `bytes from the disk count as a hit, and a confirmed copy as revalidated`() {
    var outbox = LoadOutbox()
    for source in [LoadTrace.Source.disk, .network, .local] { outbox.count(bytes: 5, from: source) }
    #expect(outbox.counts.bytes == 15 && outbox.counts.diskHits == 1)
    let copy = CachedData(
      bytes: Data(),
      metadata: CacheMetadata(
        validators: Validators(entityTag: "\"v1\""),
        freshness: Freshness(storedAt: 0, freshUntil: 0, mayBeShownWhenDisconnected: true)))
    outbox.order(.refresh(task.request.url, copy, ResponseHead(status: 304)))
    #expect(outbox.counts.revalidated == 1)
  }

  @Test func `a trace names the server, with its port`() throws {
    func host(_ text: String) throws -> String? {
      LoadTrace(url: try #require(URL(string: text)), startedAt: .zero).host
    }
    #expect(try host("http://A.test/1.jpg") == "a.test")
    #expect(try host("http://a.test:81/1.jpg") == "a.test:81")
    #expect(try host("file:///1.jpg") == nil)
  }
}
