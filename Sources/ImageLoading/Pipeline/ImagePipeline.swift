import FoundationEssentials
import Raster

/// Loads pictures from memory, disk, network and files, and fetches and decodes each of them once.
///
/// Equal requests share one load, requests for two sizes of one URL share the transfer, and
/// requests with different processors share the decoded picture. What is on screen goes before what
/// may come. A load stops when the last caller that waits for it gives up. You may use a pipeline
/// from any thread: no call waits for the network, a file or a decoder, and each costs
/// microseconds.
///
/// A pipeline finishes its loads even when no one holds it any more: it lives until the last
/// completion has been called. `cancelAll` makes that soon.
public final class ImagePipeline: Sendable {
  let coordinator: LoadCoordinator

  /// Makes a pipeline; its threads and its URLSession start with the first load that needs them.
  public init(_ configuration: Configuration = Configuration()) {
    coordinator = LoadCoordinator(configuration)
  }

  /// The configuration that it was made with.
  public var configuration: Configuration { coordinator.configuration }

  /// Returns the picture if it is in memory: at once, without any load.
  ///
  /// That counts as showing it, so that a picture which was loaded ahead is no longer on probation.
  /// It does not count for a request that is itself speculation.
  public func cachedImage(for request: ImageRequest) -> PixelImage? {
    coordinator.cachedImage(for: request)
  }

  /// Returns a picture of the same URL and header fields in another size, if one is in memory: at
  /// once, without any load.
  ///
  /// Show it until the right one is there. The call does not count as showing it: the picture stays
  /// on probation.
  ///
  /// - Complexity: O(sizes of that URL in memory).
  public func cachedPreview(for request: ImageRequest) -> ImagePreview? {
    coordinator.cache.preview(for: request)
  }

  /// Notes that a picture which was loaded ahead has been shown, and is no longer on probation.
  public func noteShown(_ request: ImageRequest) {
    _ = coordinator.cache.image(for: request)
  }

  /// Whether the picture is in memory; asking does not count as showing it.
  public func isInMemory(_ request: ImageRequest) -> Bool {
    coordinator.cache.contains(request)
  }

  /// Forgets a picture that is in memory, so that the next request loads it anew.
  public func removeCachedImage(for request: ImageRequest) {
    coordinator.cache.remove(request)
  }

  /// Starts to load a picture, or joins the load of an equal one.
  ///
  /// `completion` is called exactly once, on a thread of the pipeline's, and never from inside this
  /// call. It should not hold that thread up. If the task was canceled before, it is called with
  /// `.cancelled` and nothing else, even if the picture had just arrived.
  ///
  /// - Parameters:
  ///   - request: the picture, its size and how urgent it is.
  ///   - update: receives progress and previews, on the same thread; nil for none.
  ///   - completion: receives the picture or the error.
  @discardableResult
  public func loadImage(
    with request: ImageRequest, update: (@Sendable (ImageTask.Update) -> Void)? = nil,
    completion: @escaping ImageTask.Completion
  ) -> ImageTask {
    loadImage(with: request, update: update) { result, _ in completion(result) }
  }

  /// Starts to load a picture; its completion receives the trace of the load as well.
  @discardableResult
  public func loadImage(
    with request: ImageRequest, update: (@Sendable (ImageTask.Update) -> Void)? = nil,
    tracedCompletion completion: @escaping ImageTask.TracedCompletion
  ) -> ImageTask {
    start(
      ImageTask(
        request: request, coordinator: coordinator, update: update, receiver: .picture(completion)))
  }

  /// Starts to load the bytes behind a request's URL, as they are stored, and decodes nothing.
  ///
  /// They come from the disk cache or go into it, unless the request has header fields of its own.
  /// Pictures share the transfer. The request's size, mode and processors do not count.
  @discardableResult
  public func loadData(
    with request: ImageRequest, update: (@Sendable (ImageTask.Update) -> Void)? = nil,
    completion: @escaping @Sendable (Result<Data, ImageError>) -> Void
  ) -> ImageTask {
    start(
      ImageTask(
        request: request, coordinator: coordinator, update: update, receiver: .bytes(completion)))
  }

  /// Starts to load the bytes behind a request's URL into the disk cache.
  ///
  /// `completion` is called once they are on disk; with `.notStored` if they are not kept there.
  func storeData(
    with request: ImageRequest, completion: @escaping @Sendable (Result<Void, ImageError>) -> Void
  ) -> ImageTask {
    start(ImageTask(request: request, coordinator: coordinator, receiver: .stored(completion)))
  }

  private func start(_ task: ImageTask) -> ImageTask {
    coordinator.start(task)
    return task
  }

  /// Counts of what the pipeline has done so far, and of what is under way.
  public var statistics: LoadStatistics { coordinator.currentStatistics }

  /// What the stages of the latest loads took.
  ///
  /// - Complexity: O(n log n) in the 1,024 durations that are kept of each: half a millisecond.
  public var stageTimes: StageTimes { coordinator.stageTimes }

  /// Blocks until the thumbnails of all pictures that were decoded are stored, or the time is over.
  ///
  /// A program calls it before it ends; what waits then is lost otherwise, and is made again.
  public func flushThumbnails(within limit: Duration = .seconds(5)) {
    coordinator.flushThumbnails(within: limit)
  }

  /// Starts every load at once that waits for its next attempt.
  public func retryNow() {
    coordinator.post(.retryNow)
  }

  /// Cancels every load; each completion is called with `.cancelled`.
  public func cancelAll() {
    coordinator.post(.cancelAll)
  }

  /// Cancels every load, and makes every later one fail with `.invalidated`.
  public func invalidate() {
    coordinator.post(.invalidate)
  }
}
