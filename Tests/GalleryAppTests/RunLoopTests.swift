import FoundationEssentials
import GalleryCore
import GalleryItems
import ImageLoading
import LoadingTestSupport
import Prefetching
import Raster
import SourceItems
import TerminalUI
import TestSupport
import Testing

@testable import GalleryApp

/// The run loop over a front end, a server and items that are the test's own.
@Suite(.ownThread, .timeLimit(.minutes(2))) struct RunLoopTests {
  /// A thousand items, all at an address or in a file.
  private struct Items: ItemSnapshot {
    let address: String
    func numberOfItems(inSection section: Int) -> Int { 1_000 }
    func item(at indexPath: IndexPath) -> GalleryItem {
      GalleryItem(
        id: "\(indexPath.item)", caption: "item \(indexPath.item)",
        location: .template("\(address)\(indexPath.item)"))
    }
  }

  private func loop(
    on frontend: TestFrontend, loader: HeldDataLoader? = nil, address: String = "file:///none/",
    source: SourceControls = SourceControls(), openNetwork: @escaping () throws -> Void = {}
  ) throws -> RunLoop {
    var configuration = ImagePipeline.Configuration()
    if let loader { configuration.dataLoader = loader }
    configuration.decoder = TestDecoder()
    configuration.retryPolicy = RetryPolicy(maxAttempts: 1)
    let pipeline = ImagePipeline(configuration)
    let mailbox = try Mailbox()
    return RunLoop(
      gallery: Gallery(
        source: Items(address: address), screen: frontend.size,
        configuration: GalleryConfiguration(isPrefetchingEnabled: false)),
      frontend: frontend, mailbox: mailbox,
      runner: EffectRunner(pipeline: pipeline, mailbox: mailbox, clock: SystemClock()),
      memory: PictureMemory(pipeline.configuration.imageCache, isFixed: false), source: source,
      framesPerSecond: 240, clock: SystemClock(),
      loadFigures: { LoadFigures() }, openNetwork: openNetwork)
  }

  @Test func `the network is opened after the first frame, and asked only then`() throws {
    let frontend = try TestFrontend([])
    let loader = HeldDataLoader()
    let loop = try loop(
      on: frontend, loader: loader, address: "http://pictures.example/",
      openNetwork: {
        frontend.note("open")
        throw CancellationError()
      })
    #expect(throws: CancellationError.self) { try loop.run() }
    #expect(frontend.story == ["frame", "open"])
    #expect(loader.started.isEmpty)
    #expect(loop.runner.firstLoadAt == nil)
  }

  @Test func `loads of local files begin before the first frame`() throws {
    let frontend = try TestFrontend([])
    let loop = try loop(on: frontend)
    #expect(try loop.run() == .status(77))
    let (load, frame) = (
      try #require(loop.runner.firstLoadAt), try #require(loop.stage.firstFrame?.at)
    )
    #expect(load < frame)
  }

  @Test func `the date that a picture tells reaches the source`() throws {
    final class Dates: DateSorting {
      let told = Log<String>()
      func place(_ item: ItemID, takenAt date: String) { told.add("\(item.rawValue): \(date)") }
    }
    let size = PixelSize(width: 1, height: 1)
    var picture = PixelImage(size: size, filledWith: 0)
    picture.info = PictureInfo()
    picture.info?.takenAt = "2021-07-04 12:34:56"
    let key = TileKey(item: 900, size: size, attempt: 0)
    let dates = Dates()
    let frontend = try TestFrontend([[.pictureReady(key, picture)]])
    _ = try loop(on: frontend, source: SourceControls(dates: dates)).run()
    #expect(dates.told.entries == ["900: 2021-07-04 12:34:56"])
  }

  @Test func `keys that come together are one frame`() throws {
    let help = Event.key(.character("?"))
    let frontend = try TestFrontend([[help, help, help], [.key(.escape)]])
    _ = try loop(on: frontend).run()
    #expect(frontend.frameCounts.count == 3)
    #expect(frontend.frameCounts[1] - frontend.frameCounts[0] == 1)
    #expect(frontend.frameCounts[2] - frontend.frameCounts[1] == 1)
  }

  @Test func `an invisible change costs no frame`() throws {
    let far = TileKey(item: 900, size: PixelSize(width: 1, height: 1), attempt: 0)
    let unseen: [Event] = [
      .loadStopped(far, receivedBytes: 5), .pictureDropped(far),
      .pictureProgress(far, TileProgress(fraction: 0.5, receivedBytes: 5)),
    ]
    let frontend = try TestFrontend([unseen, []])
    _ = try loop(on: frontend).run()
    #expect(Set(frontend.frameCounts).count == 1)
  }

  @Test(arguments: [(Key.character("q"), Int32(0)), (Key.control("c"), Int32(130))])
  func `a key that leaves ends the loop with its status`(key: Key, status: Int32) throws {
    let frontend = try TestFrontend([[.key(key)]])
    #expect(try loop(on: frontend).run() == .status(status))
  }

  @Test func `a signal ends the loop as such, after what came with it`() throws {
    let frontend = try TestFrontend([[.key(.end)]])
    frontend.amendLast { $0.ending = .signal(15) }
    let loop = try loop(on: frontend)
    #expect(try loop.run() == .signal(15))
    #expect(loop.gallery.visibleItems.contains(999))
  }

  @Test func `a stale screen is shown again although nothing has changed`() throws {
    let frontend = try TestFrontend([[], []])
    frontend.amendLast { $0.screenIsStale = true }
    _ = try loop(on: frontend).run()
    #expect(frontend.frameCounts[1] == frontend.frameCounts[0])
    #expect(frontend.frameCounts[2] == frontend.frameCounts[1] + 1)
  }

  @Test func `a screen that was given back is painted anew`() throws {
    let frontend = try TestFrontend([[.key(.control("z"))], [.key(.control("l"))]])
    _ = try loop(on: frontend).run()
    #expect(frontend.story.filter { $0 != "frame" } == ["suspend", "forget"])
    // As many bytes as a whole screen takes.
    let whole = try #require(frontend.frameBytes.first)
    for count in frontend.frameCounts.dropFirst() {
      #expect(frontend.frameBytes[count - 1] * 2 > whole)
    }
  }

  @Test func `the report has every field, and null where there is nothing to say`() throws {
    let frontend = try TestFrontend([[.key(.down)]])
    let loop = try loop(on: frontend)
    _ = try loop.run()
    let text = try Report(
      loop, presenter: frontend.presenter, size: frontend.size, loads: LoadStatistics()
    ).json()
    #expect(text.hasSuffix("}\n"))
    for field in [
      "version", "source", "terminal", "columns", "bytes_per_s", "round_trip_ms", "is_answered",
      "frames_waited", "over_budget", "hitch_ms_per_s", "work_cpu_ms", "shown_ms", "p99",
      "memory_hits", "disk_hits", "cancelled", "ready_ms",
      "announced", "accuracy", "blank_tile_ms", "screen_complete_ms", "blank_at_end",
      "first_load_ms", "first_frame_ms", "first_frame_cpu_ms", "peak_rss_bytes",
    ] {
      #expect(text.contains("\"\(field)\" :"), "\(field)")
    }
    #expect(text.contains("\"accuracy\" : null") && text.contains("\"cache_problem\" : null"))
    #expect(text.contains("\"columns\" : 60"))
  }
}
