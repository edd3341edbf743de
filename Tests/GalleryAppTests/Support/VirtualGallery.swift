import Dispatch
import FoundationEssentials
import GalleryCore
import GalleryItems
import ImageLoading
import LinkSupport
import LoadingTestSupport
import Prefetching
import Raster
import TerminalUI
import TestSupport
import VTermSupport

@testable import GalleryApp

/// The run loop with its gallery and pipeline in virtual time, between a terminal and a server that are the test's.
///
/// Time passes only while the loop waits and the pipeline's threads have nothing to do.
final class VirtualGallery {
  /// A thousand items on a server.
  private struct Items: ItemSnapshot {
    func numberOfItems(inSection section: Int) -> Int { 1_000 }
    func item(at indexPath: IndexPath) -> GalleryItem {
      GalleryItem(
        id: "\(indexPath.item)", caption: "item \(indexPath.item)",
        location: .template("http://pictures.example/\(indexPath.item)"))
    }
  }

  let time = VirtualTime()
  let terminal: VirtualTerminal
  let loader: TimedDataLoader
  let loop: RunLoop

  /// - Parameters:
  ///   - keys: the keys that are pressed, each with its instant.
  ///   - end: the instant at which the person leaves.
  ///   - work: the time that the program takes for each frame.
  ///   - answer: the server's answer to an attempt at a URL; by default a picture after 80 ms.
  init(
    link: Link = .local, keys: [(at: Duration, key: Key)] = [], until end: Duration,
    size: CellSize = CellSize(columns: 80, rows: 24), mode: GalleryLayout.Mode = .grid,
    tile: TileSize = .standard, work: Duration = .zero,
    answer: @escaping @Sendable (URL, Int) -> [TimedDataLoader.TimedEvent] = { url, _ in
      TimedDataLoader.body(Data(url.path.utf8), after: .milliseconds(80))
    }
  ) throws {
    terminal = try VirtualTerminal(time, size: size, link: link, keys: keys, until: end, work: work)
    loader = TimedDataLoader(in: time, answer: answer)
    let mailbox = try Mailbox()
    var configuration = ImagePipeline.Configuration()
    configuration.dataLoader = loader
    configuration.decoder = NoiseDecoder()
    configuration.clock = time
    let pipeline = ImagePipeline(configuration)
    loop = RunLoop(
      gallery: Gallery(
        source: Items(), screen: size,
        configuration: GalleryConfiguration(
          mode: mode, tile: tile, look: Look(terminal.plan.rendition))),
      frontend: terminal, mailbox: mailbox,
      runner: EffectRunner(pipeline: pipeline, mailbox: mailbox, clock: time),
      memory: PictureMemory(pipeline.configuration.imageCache, isFixed: false),
      framesPerSecond: 60, clock: time, loadFigures: { LoadFigures() }, openNetwork: {})
    time.settle { Self.finishWork(of: pipeline) }
  }

  /// The text of the latest frame.
  var text: String { loop.stage.surface.textLines.joined(separator: "\n") }

  /// Waits until a pipeline's threads have nothing to do.
  ///
  /// A request that fails at once passes the same queue as all messages and reports before it.
  private static func finishWork(of pipeline: ImagePipeline) {
    guard let url = URL(string: "none:") else { return }
    let request = ImageRequest(url: url, targetSize: PixelSize(width: 1, height: 1))
    // A turn publishes its statistics before it reports. So one more round trip follows the last decode.
    var isBusy = true
    repeat {
      isBusy = pipeline.statistics.decodesInFlight > 0
      let isAnswered = DispatchSemaphore(value: 0)
      pipeline.loadImage(with: request) { _ in isAnswered.signal() }
      isAnswered.wait()
    } while isBusy || pipeline.statistics.decodesInFlight > 0
  }
}

extension VirtualTime: ProgramClock {
  package var threadCPU: Duration { now }
  package var processCPU: Duration { now }
  package var timeOfDay: Duration { now }
}
