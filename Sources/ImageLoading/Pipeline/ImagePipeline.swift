import FoundationEssentials
import Raster

/// Loads pictures from memory, disk, network and files, and fetches and decodes each only once.
///
/// Equal requests share one load, requests for two sizes of a URL share the transfer, and requests
/// with different processors share the decoded picture. Visible pictures have priority over
/// speculation. A load stops when its last caller cancels. You may use a pipeline from any thread:
/// no call waits for the network, a file or a decoder, and each takes microseconds.
///
/// A pipeline that is released completes its loads first: it lives until the last completion was
/// called. Use `cancelAll` to hasten that.
public final class ImagePipeline: Sendable {
  let coordinator: LoadCoordinator

  /// Creates a pipeline; its threads and its URLSession start with the first load that needs them.
  public init(_ configuration: Configuration = Configuration()) {
    coordinator = LoadCoordinator(configuration)
  }

  /// The configuration of the pipeline.
  public var configuration: Configuration { coordinator.configuration }

  /// Returns the picture immediately if it is in memory, without starting a load.
  ///
  /// The picture counts as shown, so that a prefetched one is no longer on probation, unless the
  /// request is itself speculative.
  public func cachedImage(for request: ImageRequest) -> PixelImage? {
    coordinator.cachedImage(for: request)
  }

  /// Returns a picture of the same URL and header fields in another size immediately, if one is in memory.
  ///
  /// Show it until the right one is loaded. It doesn't count as used, and stays on probation.
  ///
  /// - Complexity: O(*n*), where *n* is the number of sizes of that URL in memory.
  public func cachedPreview(for request: ImageRequest) -> ImagePreview? {
    coordinator.cache.preview(for: request)
  }

  /// Records that a view uses a prefetched picture, so that it is no longer on probation.
  public func recordUse(of request: ImageRequest) {
    _ = coordinator.cache.image(for: request)
  }

  /// Whether the picture is in memory; this doesn't count as a use.
  public func isInMemory(_ request: ImageRequest) -> Bool {
    coordinator.cache.contains(request)
  }

  /// Starts to load a picture, or joins the load of an equal request.
  ///
  /// `completion` is called exactly once, on a thread of the pipeline, and never from inside this
  /// call. It should return quickly. If the task was canceled before, it is called with
  /// `.cancelled`, even if the picture has just arrived.
  ///
  /// - Parameters:
  ///   - request: the picture, its size and its priority.
  ///   - update: receives progress and previews, on the same thread; nil for none.
  ///   - completion: receives the picture or the error.
  @discardableResult
  public func loadImage(
    with request: ImageRequest, update: (@Sendable (ImageTask.Update) -> Void)? = nil,
    completion: @escaping ImageTask.Completion
  ) -> ImageTask {
    loadImage(with: request, update: update) { result, _ in completion(result) }
  }

  /// Starts to load a picture, and passes the trace of the load to the completion as well.
  @discardableResult
  public func loadImage(
    with request: ImageRequest, update: (@Sendable (ImageTask.Update) -> Void)? = nil,
    tracedCompletion completion: @escaping ImageTask.TracedCompletion
  ) -> ImageTask {
    start(
      ImageTask(
        request: request, coordinator: coordinator, update: update, receiver: .picture(completion)))
  }

  /// Starts to load the original bytes of a request's URL, without decoding them.
  ///
  /// The disk cache is used unless the request has header fields. Requests for pictures share the
  /// transfer. The request's size, mode and processors are ignored.
  @discardableResult
  public func loadData(
    with request: ImageRequest, update: (@Sendable (ImageTask.Update) -> Void)? = nil,
    completion: @escaping @Sendable (Result<Data, ImageError>) -> Void
  ) -> ImageTask {
    start(
      ImageTask(
        request: request, coordinator: coordinator, update: update, receiver: .bytes(completion)))
  }

  private func start(_ task: ImageTask) -> ImageTask {
    coordinator.start(task)
    return task
  }

  /// The counters of the pipeline, and the number of its loads in progress.
  public var statistics: LoadStatistics { coordinator.currentStatistics }

  /// Blocks until the thumbnails of all decoded pictures are stored, or the time limit is reached.
  ///
  /// A program calls it before it exits. Thumbnails that are still pending are lost then, and made again later.
  public func flushThumbnails(within limit: Duration = .seconds(5)) {
    coordinator.flushThumbnails(within: limit)
  }

  /// Starts every load immediately that waits for a retry.
  public func retryNow() {
    coordinator.post(.retryNow)
  }

  /// Cancels all loads; each completion is called with `.cancelled`.
  public func cancelAll() {
    coordinator.post(.cancelAll)
  }

  /// Cancels all loads, and makes later ones fail with `.invalidated`.
  public func invalidate() {
    coordinator.post(.invalidate)
  }
}
