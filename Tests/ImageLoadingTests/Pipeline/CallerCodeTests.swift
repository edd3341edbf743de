import DecodingTestSupport
import FoundationEssentials
import Glibc
import LoadingTestSupport
import Raster
import Synchronization
import TestSupport
import Testing

@testable import ImageLoading
@testable import LoadPlanning

/// Callers' code, which may call back from wherever it runs.
@Suite(.timeLimit(.minutes(2))) struct CallerCodeTests {
  /// Looks around before it says its name.
  private struct CuriousProcessor: ImageProcessing {
    let look: @Sendable () -> Void

    var identifier: String {
      look()
      return "curious"
    }

    func process(_ image: PixelImage, isCancelled: () -> Bool) -> PixelImage { image }
  }

  /// Looks around when it goes away.
  private final class Farewell: Sendable {
    let look: @Sendable () -> Void

    init(_ look: @escaping @Sendable () -> Void) { self.look = look }

    deinit { look() }
  }

  private let loader = HeldDataLoader()
  private let pipeline: ImagePipeline

  init() {
    var configuration = ImagePipeline.Configuration()
    configuration.dataLoader = loader
    configuration.decoder = FlatDecoder()
    pipeline = ImagePipeline(configuration)
  }

  private func request(_ look: @escaping @Sendable () -> Void) throws -> ImageRequest {
    ImageRequest(
      url: try url("a"), targetSize: PixelSize(width: 4, height: 4),
      processors: [CuriousProcessor(look: look)])
  }

  @Test func `an identifier is asked for when a request is made, and not again`() async throws {
    let asked = Log<Void>()
    let request = try request { asked.add(()) }
    async let image = pipeline.image(for: request)
    await eventually("the transfer starts") { loader.started.count == 1 }
    loader.answer(request.url)
    _ = try await image
    #expect(pipeline.cachedImage(for: request) != nil)
    #expect(asked.count == 1)
  }

  @Test func `an identifier may ask the cache and the prefetcher`() throws {
    let cache = ImageCache()
    let prefetcher = ImagePrefetcher(pipeline: pipeline)
    let request = try request { _ = (cache.count, prefetcher.priority) }
    cache.insert(PixelImage(size: request.targetSize, filledWith: 1), for: request)
    prefetcher.start([request])
    prefetcher.stop([request])
    #expect(cache.count == 1)
  }

  @Test func `an observer that is replaced may call back as it goes`() {
    let cache = ImageCache()
    let prefetcher = ImagePrefetcher(pipeline: pipeline)
    let gone = Log<Void>()
    func observer() -> Farewell {
      Farewell {
        _ = cache.count
        prefetcher.stopAll()
        gone.add(())
      }
    }
    prefetcher.didComplete = { [observer = observer()] _ in withExtendedLifetime(observer) {} }
    cache.didDropUnseen = { [observer = observer()] _ in withExtendedLifetime(observer) {} }
    prefetcher.didComplete = nil
    cache.didDropUnseen = nil
    #expect(gone.count == 2)
  }

  @Test func `a cancel waits for no callback that waits for it`() async throws {
    let (entered, results, gate) = (Log<Void>(), Log<Bool>(), Gate())
    let task = pipeline.loadImage(with: try LoadingTestSupport.request("a")) { result in
      entered.add(())
      gate.pass()
      results.add((try? result.get()) != nil)
    }
    await eventually("the transfer starts") { loader.started.count == 1 }
    loader.answer(try url("a"))
    await eventually("the completion runs") { entered.count == 1 }
    task.cancel()
    #expect(!task.isCancelled)
    gate.open()
    await eventually("the completion has run") { results.entries == [true] }
  }

  @Test func `once a cancel has returned, no update comes and no picture`() async throws {
    let events = Log<String>()
    let entered = Log<Void>()
    let task = Mutex<ImageTask?>(nil)
    let request = try LoadingTestSupport.request("a")
    let started = pipeline.loadImage(with: request) { _ in
      entered.add(())
      let canceled = task.withLock { $0 }
      while canceled?.isCancelled == false { sched_yield() }
      // A cancel that did not wait would return meanwhile.
      for _ in 0..<1_000 { sched_yield() }
      events.add("update")
    } completion: { result in
      events.add((try? result.get()) == nil ? "no picture" : "picture")
    }
    task.withLock { $0 = started }
    await eventually("the transfer starts") { loader.started.count == 1 }
    let head = ResponseHead(status: 200, expectedBytes: 2)
    loader.send([.response(head), .data(Data([7]))], for: request.url)
    await eventually("the update runs") { entered.count == 1 }
    started.cancel(patience: patience)
    events.add("returned")
    loader.answer(request.url)
    await eventually("the task has ended") { events.count == 3 }
    #expect(events.entries.first == "update")
    #expect(events.entries.contains("no picture"))
  }
}
