import Dispatch
import FoundationEssentials
import ImageLoading
import Raster

/// Loads that a pipeline starts, a third of them on screen, and gives up; no server answers them.
struct PipelineChurn {
  private let pipeline: ImagePipeline
  private let requests: [ImageRequest]
  private let inFlight = DispatchGroup()

  init(hosts: Int, entries: Int) {
    var configuration = ImagePipeline.Configuration()
    configuration.dataLoader = SilentLoader()
    pipeline = ImagePipeline(configuration)
    requests = (0..<entries).compactMap { entry in
      URL(string: "http://host-\(entry % hosts).example/\(entry)").map { url in
        ImageRequest(
          url: url, targetSize: PixelSize(width: 32, height: 24),
          priority: entry % 3 == 0 ? .high : .low)
      }
    }
  }

  /// Returns when the last completion has been called.
  func cancelEach() {
    for request in requests { start(request).cancel() }
    inFlight.wait()
  }

  /// The first is cancelled when all have been started; returns when the last completion has been called.
  func cancelAfterAll() {
    for task in requests.map(start) { task.cancel() }
    inFlight.wait()
  }

  private func start(_ request: ImageRequest) -> ImageTask {
    inFlight.enter()
    return pipeline.loadImage(with: request) { [inFlight] _ in inFlight.leave() }
  }
}
