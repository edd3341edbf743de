import GalleryCore
import ImageLoading
import ImageSources
import PlaceholderServer
import Raster
import Recordings
import TerminalGraphics
import TerminalUI
import TestSupport
import Testing

@testable import GalleryApp

/// Recordings that are played as fast as possible.
@Suite(.ownThread, .timeLimit(.minutes(2))) struct ReplayTests {
  private let folder: TemporaryFolder
  private var path: String { folder.path + "/recording" }

  /// Makes a folder of pictures that all differ.
  init() throws {
    folder = try TemporaryFolder()
    for number in 0..<60 {
      let color = (0..<3).map { UInt8(truncatingIfNeeded: number * 37 >> $0) }
      _ = try folder.file("\(number).ppm", Array("P6 1 1 255\n".utf8) + color)
    }
  }

  private func play(
    _ input: SessionConfiguration.Input, _ change: (inout SessionConfiguration) -> Void = { _ in }
  ) throws -> Session.Played {
    var configuration = SessionConfiguration(sources: [folder.path])
    configuration.input = input
    configuration.skipsWaits = true
    configuration.loading.diskLimitBytes = 0
    change(&configuration)
    let played = try Session(configuration).run()
    #expect(played.ending == .status(0))
    played.pipeline.invalidate()
    return played
  }

  /// Records a script in real time.
  private func record(_ script: String) throws -> Session.Played {
    try play(.script(try Script(script), screen: CellSize(columns: 80, rows: 24))) {
      $0.skipsWaits = false
      $0.view.layout = .grid
      $0.outputs.record = path
    }
  }

  @Test(arguments: [
    "idle down*5@50 end idle pgup idle", "idle right enter idle", "resize:70x30 idle",
  ])
  func `the last frame of a replay has the cells of the recorded session`(script: String) throws {
    let recorded = try record(script).loop.stage.surface
    let replayed = try play(.recording(path: path)).loop.stage.surface
    #expect(recorded.size == replayed.size && recorded.textLines == replayed.textLines)
    let different = zip(recorded.cells, replayed.cells).enumerated()
      .first { $0.element.0 != $0.element.1 }
    #expect(different?.offset == nil)
  }

  @Test func `a size, a layout and a fit that are given count, and not those of the recording`()
    throws
  {
    _ = try record("idle down resize:70x30 idle")
    let size = CellSize(columns: 120, rows: 40)
    let same = try play(.recording(path: path, on: .inMemory(size)))
    #expect(same.loop.stage.surface.size == size)
    #expect(same.loop.gallery.layout.mode == .grid && same.loop.gallery.selection > 0)
    let other = try play(.recording(path: path)) {
      $0.view.layout = .list
      $0.view.fit = .cover
      $0.view.tile = CellSize(columns: 30, rows: 7)
    }
    #expect(other.loop.stage.surface.size == CellSize(columns: 70, rows: 30))
    #expect(other.loop.gallery.layout.mode == .list && other.loop.gallery.selection == 1)
  }

  @Test func `another number of items than the recorded one is worth a warning`() {
    #expect(Self.session.warning(about: 500) == nil)
    #expect(
      Self.session.warning(about: 7) == "--replay: recorded with 500 items, played with 7")
  }

  // MARK: - Frames

  private static let session = SessionRecording(
    screen: CellSize(columns: 80, rows: 24), layout: .grid, itemCount: 500,
    moments: inputs.map { SessionRecording.Moment(at: .milliseconds($0.0), $0.1) },
    end: .seconds(3_600))
  private static let inputs: [(Int, RecordedInput)] = [
    (100, .key(.down)), (120, .key(.down)), (2_000, .key(.end)), (2_010, .key(.pageUp)),
    (3_000, .key(.enter)), (3_500, .key(.right)), (4_000, .key(.escape)),
    (5_000, .resized(CellSize(columns: 100, rows: 30))), (5_000, .scrolled(rows: -40)),
    (6_000, .key(.home)),
  ]

  /// The frames of a replay over pictures of a server.
  private func frames(from shape: ServerShape) throws -> [Surface] {
    let server = try PlaceholderServer(shape: shape)
    defer { server.stop() }
    let clock = SkippingClock()
    let frontend = WatchedFrontend(
      try ScriptFrontend(replaying: Self.session, wishes: ScreenWishes()))
    let source = TemplateSource(
      address: "\(server.baseURL)/{width}x{height}?text={index}", caption: "food {index}",
      count: Self.session.itemCount, first: 0)
    let mailbox = try Mailbox()
    let pipeline = ImagePipeline()
    defer { pipeline.invalidate() }
    let loop = RunLoop(
      gallery: Gallery(
        source: source, screen: Self.session.screen,
        configuration: GalleryConfiguration(
          mode: Self.session.layout, look: Look(frontend.plan.rendition))),
      frontend: frontend, mailbox: mailbox,
      runner: EffectRunner(pipeline: pipeline, mailbox: mailbox, clock: clock),
      memory: PictureMemory(pipeline.configuration.imageCache, isFixed: false),
      framesPerSecond: 60, clock: clock, loadFigures: { LoadFigures() },
      openNetwork: { try server.start() })
    #expect(try loop.run() == .status(0))
    #expect(loop.stage.tileClock.blankTileMilliseconds == 0)
    return frontend.frames
  }

  @Test func `all frames have the same cells, however long pictures take`() throws {
    let first = try frames(from: ServerShape())
    let slow = ServerShape(latency: .milliseconds(15), jitter: .milliseconds(15), seed: 3)
    let second = try frames(from: slow)
    #expect(first.count > Self.session.moments.count / 2 && first.count == second.count)
    #expect(zip(first, second).enumerated().first { $0.element.0 != $0.element.1 }?.offset == nil)
  }
}

/// A front end that keeps the frames of another one.
private final class WatchedFrontend: Frontend {
  private final class WatchedPresenter: Presenter {
    let base: any Presenter
    private(set) var frames: [Surface] = []

    init(_ base: any Presenter) { self.base = base }

    var name: String { base.name }
    var colors: ColorDepth { base.colors }
    var pendingDescriptor: Int32? { base.pendingDescriptor }
    var ending = FrameEnding()

    func present(_ surface: Surface, limit: FrameLimit) -> PresentedFrame {
      frames.append(surface)
      return base.present(surface, limit: limit)
    }

    func flush() { base.flush() }
    func invalidate() { base.invalidate() }
    func farewell() -> [UInt8] { base.farewell() }
  }

  private let base: ScriptFrontend
  private let watched: WatchedPresenter

  init(_ base: ScriptFrontend) {
    self.base = base
    watched = WatchedPresenter(base.presenter)
  }

  var frames: [Surface] { watched.frames }
  var presenter: any Presenter { watched }
  var size: CellSize { base.size }
  var acknowledges: Bool? { base.acknowledges }
  var isLocal: Bool? { base.isLocal }
  var plan: ScreenPlan { base.plan }
  var descriptors: [Int32] { base.descriptors }

  func wakeAt(frames: Int, isIdle: Bool) -> Duration? {
    base.wakeAt(frames: frames, isIdle: isIdle)
  }

  func collect(at now: Duration, frames: Int, isIdle: Bool) -> Collected {
    base.collect(at: now, frames: frames, isIdle: isIdle)
  }

  func presented(_ frame: PresentedFrame) { base.presented(frame) }
  func use(_ choice: PresenterChoice) -> String? { base.use(choice) }
  func forgetScreen() { base.forgetScreen() }
  func suspend() { base.suspend() }
  func lend(to run: () -> Void) -> Bool { base.lend(to: run) }
  func copy(_ text: [UInt8]) { base.copy(text) }
  var pictureObstacle: String? { base.pictureObstacle }
  func close() { base.close() }
}
