/// From a request to pixels: memory, network and files, each picture fetched and decoded once.
///
/// Equal requests share one load, requests for two sizes of one URL share the transfer. What is on
/// screen goes before what may come, and a load stops when the last who waits for it gives up. It may
/// be used from any thread: no call waits for the network, a file or a decoder, and each costs
/// microseconds.
///
/// Releasing a pipeline cancels what it has in flight, as `cancelAll` does.
public final class ImagePipeline: Sendable {
  private let coordinator: LoadCoordinator

  /// Makes a pipeline; its threads and its URLSession start with the first load that needs them.
  public init(_ configuration: Configuration = Configuration()) {
    coordinator = LoadCoordinator(configuration)
  }

  deinit { cancelAll() }

  /// The picture, if it is in memory: at once, without any load.
  public func cachedImage(for request: ImageRequest) -> PixelImage? {
    coordinator.cachedImage(for: request)
  }

  /// Forgets a picture that is in memory, so that the next request loads it anew.
  public func removeCachedImage(for request: ImageRequest) {
    coordinator.cache.remove(request)
  }

  /// Starts to load a picture, or joins the load of an equal one.
  ///
  /// `completion` is called exactly once, on a thread of the pipeline's, which it should not hold up;
  /// never from inside this call. If the task was cancelled before, it is called with `.cancelled`
  /// and nothing else, even if the picture had just arrived.
  ///
  /// `update` is called any number of times before that, on the same threads, with what happens on
  /// the way.
  @discardableResult
  public func loadImage(
    with request: ImageRequest, update: (@Sendable (ImageTask.Update) -> Void)? = nil,
    completion: @escaping ImageTask.Completion
  ) -> ImageTask {
    let task = ImageTask(request: request, coordinator: coordinator, completion: completion)
    coordinator.start(task)
    return task
  }

  /// Starts at once what waits for its next attempt.
  public func retryNow() {}

  /// What has been done so far, and what is in hand.
  public var statistics: LoadStatistics { coordinator.currentStatistics }

  /// Cancels every load; each completion is called with `.cancelled`.
  public func cancelAll() {
    coordinator.post(.cancelAll)
  }
}
