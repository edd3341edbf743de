import Dispatch
import FoundationEssentials
import ImageLoading
import Raster
import Synchronization

/// A workload of loads that a pipeline starts, a third of them on screen, and then cancels.
///
/// The server never answers.
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

  /// Cancels each load after its start; returns when the last completion has been called.
  func cancelEach() {
    for request in requests { startLoad(request).cancel() }
    inFlight.wait()
  }

  /// Cancels the loads after all have been started; returns when the last completion has been
  /// called.
  func cancelAfterAll() {
    for task in requests.map(startLoad) { task.cancel() }
    inFlight.wait()
  }

  private func startLoad(_ request: ImageRequest) -> ImageTask {
    inFlight.enter()
    return pipeline.loadImage(with: request) { [inFlight] _ in inFlight.leave() }
  }
}

/// A server that never answers: a fetch ends only by cancellation.
private struct SilentLoader: DataLoading {
  final class Fetch: DataTask {
    private let receive: Mutex<(@Sendable (DataEvent) -> Void)?>

    init(_ receive: @escaping @Sendable (DataEvent) -> Void) { self.receive = Mutex(receive) }

    func cancel() {
      let receive = receive.withLock { receive in
        defer { receive = nil }
        return receive
      }
      receive?(.failed(.cancelled))
    }
  }

  func loadData(
    for request: DataRequest, receive: @escaping @Sendable (DataEvent) -> Void
  ) -> any DataTask {
    Fetch(receive)
  }
}
