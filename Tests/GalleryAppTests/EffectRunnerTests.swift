import FoundationEssentials
import GalleryCore
import GalleryItems
import ImageDecoding
import ImageLoading
import LoadingTestSupport
import Raster
import TerminalUI
import TestSupport
import Testing

@testable import GalleryApp

@Suite(.timeLimit(.minutes(2))) final class EffectRunnerTests {
  private let loader = HeldDataLoader()
  private let mailbox: Mailbox
  private let runner: EffectRunner

  init() throws {
    (mailbox, runner) = try Self.parts(loader)
  }

  private static func parts(
    _ loader: HeldDataLoader, memoryBytes: Int = 1 << 20
  ) throws -> (Mailbox, EffectRunner) {
    var configuration = ImagePipeline.Configuration()
    configuration.dataLoader = loader
    configuration.decoder = TestDecoder()
    configuration.retryPolicy = RetryPolicy(maxAttempts: 1)
    configuration.imageCache = ImageCache(costLimitBytes: memoryBytes)
    let pipeline = ImagePipeline(configuration)
    let mailbox = try Mailbox()
    return (mailbox, EffectRunner(pipeline: pipeline, mailbox: mailbox, clock: SystemClock()))
  }

  private func request(
    _ item: Int, attempt: Int = 0, bypassesCaches: Bool = false
  ) throws -> TileRequest {
    TileRequest(
      key: TileKey(
        item: ItemID(rawValue: item), size: PixelSize(width: 8, height: 8), attempt: attempt),
      url: try #require(URL(string: "http://pictures.example/\(item)")),
      bypassesCaches: bypassesCaches)
  }

  /// Takes events out as the loop does, until one is there that is looked for.
  private func events(
    of mailbox: Mailbox, _ runner: EffectRunner, until isLast: (Event) -> Bool
  ) async -> [Event] {
    var all: [Event] = []
    await eventually("the event comes") {
      let events = mailbox.drain()
      for event in events { runner.finished(event, at: .zero) }
      all += events
      return all.contains(where: isLast)
    }
    return all
  }

  @Test func `a tile to cover asks for a picture that fills its target, under a key of its own`()
    throws
  {
    let whole = try request(0)
    let key = TileKey(item: 0, size: whole.key.size, attempt: 0, fit: .cover)
    let full = TileRequest(key: key, url: whole.url)
    #expect(ImageRequest(whole).contentMode == .fit && ImageRequest(full).contentMode == .fill)
    #expect(ImageRequest(whole).targetSize == ImageRequest(full).targetSize)
    #expect(ImageRequest(whole).key != ImageRequest(full).key)
  }

  @Test func `a turned picture is asked for under a key of its own`() throws {
    let upright = try request(0)
    let key = TileKey(item: 0, size: upright.key.size, attempt: 0, turn: .leftTurn)
    let turned = ImageRequest(TileRequest(key: key, url: upright.url))
    #expect(turned.target.turn == .leftTurn && turned.url == upright.url)
    #expect(ImageRequest(upright).key != turned.key)
  }

  private func isReady(_ key: TileKey) -> (Event) -> Bool {
    { if case .pictureReady(key, _, _) = $0 { true } else { false } }
  }

  private func show(_ request: TileRequest) async {
    runner.perform(.load(request), at: .zero)
    await eventually("the server is asked") { loader.started.contains(request.url) }
    loader.answer(request.url)
    _ = await events(of: mailbox, runner, until: isReady(request.key))
  }

  @Test func `a picture in memory is there in the very turn in which it is asked for`() async throws
  {
    let first = try request(1)
    await show(first)
    let again = try request(1, attempt: 1)
    runner.perform(.load(again), at: .zero)
    #expect(mailbox.drain().contains(where: isReady(again.key)))
    #expect(runner.isIdle)
    #expect(loader.started == [first.url])
  }

  @Test func `a request that passes the caches by asks the server again`() async throws {
    let first = try request(1)
    await show(first)
    runner.perform(.load(try request(1, attempt: 1, bypassesCaches: true)), at: .zero)
    await eventually("the server is asked again") { loader.started == [first.url, first.url] }
    #expect(!runner.isIdle)
  }

  @Test func `a tile that becomes visible while it is prefetched is not asked for twice`()
    async throws
  {
    let tile = try request(1)
    runner.perform(.prefetch(tile, timeToVisible: .seconds(1)), at: .zero)
    runner.perform(.load(tile), at: .zero)
    await eventually("the server is asked") { loader.started == [tile.url] }
    loader.answer(tile.url)
    let all = await events(of: mailbox, runner, until: isReady(tile.key))
    #expect(all.count(where: isReady(tile.key)) == 1)
    #expect(runner.isIdle && loader.started == [tile.url])
  }

  @Test func `a load that is given up says only what had come of it`() async throws {
    let tile = try request(1)
    runner.perform(.load(tile), at: .zero)
    await eventually("the server is asked") { loader.started == [tile.url] }
    loader.send(
      [.response(ResponseHead(status: 200, expectedBytes: 1_000)), .data(Data(count: 10))],
      for: tile.url)
    runner.perform(.cancel(tile.key), at: .zero)
    #expect(runner.isIdle)
    let all = await events(of: mailbox, runner) { $0 == .loadStopped(tile.key, receivedBytes: 10) }
    let isSilent = all.allSatisfy { event in
      switch event {
      case .loadStopped, .pictureProgress: true
      default: false
      }
    }
    #expect(isSilent)
  }

  @Test func `a failure ends the load and names its reason`() async throws {
    let tile = try request(1)
    runner.perform(.load(tile), at: .zero)
    await eventually("the server is asked") { loader.started == [tile.url] }
    loader.answer(tile.url, .failure(.status(404)))
    var reason: String?
    _ = await events(of: mailbox, runner) { event in
      if case .pictureFailed(tile.key, let text, isTransient: false) = event {
        reason = text.sentence
      }
      return reason != nil
    }
    #expect(reason?.contains("404") == true, "\(reason ?? "none")")
    #expect(runner.isIdle)
  }

  @Test func `a picture loaded ahead that does not fit into memory counts as dropped`() async throws
  {
    let (mailbox, runner) = try Self.parts(loader, memoryBytes: 0)
    let tile = try request(1)
    runner.perform(.prefetch(tile), at: .zero)
    await eventually("the server is asked") { loader.started == [tile.url] }
    loader.answer(tile.url)
    let all = await events(of: mailbox, runner) { $0 == .pictureDropped(tile.key) }
    #expect(all.contains(where: isReady(tile.key)))
  }
}
