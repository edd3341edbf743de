import Dispatch
import FoundationEssentials
import ImageLoading
import Raster
import Synchronization

/// Loads the original files of pictures that have none on this disk, blocking the calling thread.
///
/// A few are loaded at a time, through the pipeline: so they come from its cache if they can, are
/// retried like pictures, resume what an earlier transfer has brought, and let visible pictures pass.
final class OriginalLoads: Sendable {
  /// The most loads at a time, and so the most files in memory.
  private static let atATime = 4

  private let pipeline: ImagePipeline
  private let headers: OriginHeaders
  private let pending = Mutex<[OriginalLoad]>([])

  init(_ pipeline: ImagePipeline, _ headers: OriginHeaders) {
    self.pipeline = pipeline
    self.headers = headers
  }

  /// Loads files, and hands them over in order.
  ///
  /// - Parameters:
  ///   - goesOn: false stops; it is asked again after `stop`.
  ///   - report: is called with the progress of a file, on any thread.
  ///   - receive: is called with the number of each URL, and its file or error.
  func load(
    _ urls: [URL], goesOn: () -> Bool, report: @escaping @Sendable (ImageProgress) -> Void,
    receive: (Int, Result<Data, ImageError>) -> Void
  ) {
    var startedCount = 0
    for number in urls.indices {
      while startedCount < min(urls.count, number + Self.atATime), goesOn() {
        start(urls[startedCount], report)
        startedCount += 1
      }
      // A stop before a start has not ended it.
      if !goesOn() { stop() }
      guard let first = pending.withLock({ $0.first }) else { return }
      let result = first.wait()
      pending.withLock { _ = $0.removeFirst() }
      receive(number, result)
    }
  }

  /// Cancels all loads.
  func stop() {
    for load in pending.withLock(\.self) { load.cancel() }
  }

  private func start(_ url: URL, _ report: @escaping @Sendable (ImageProgress) -> Void) {
    let request = ImageRequest(
      url: url, targetSize: PixelSize(width: 1, height: 1), priority: .low,
      headers: headers.fields(for: url))
    let load = OriginalLoad(request, by: pipeline, report)
    pending.withLock { $0.append(load) }
  }
}

/// A load for which a thread waits.
private final class OriginalLoad: Sendable {
  /// The result, once there is one.
  private final class Receipt: Sendable {
    let result = Mutex<Result<Data, ImageError>?>(nil)
    let end = DispatchSemaphore(value: 0)
  }

  private let receipt = Receipt()
  private let task: ImageTask

  init(
    _ request: ImageRequest, by pipeline: ImagePipeline,
    _ report: @escaping @Sendable (ImageProgress) -> Void
  ) {
    task = pipeline.loadData(
      with: request,
      update: { if case .progress(let progress) = $0 { report(progress) } },
      completion: { [receipt] result in
        receipt.result.withLock { $0 = result }
        receipt.end.signal()
      })
  }

  func wait() -> Result<Data, ImageError> {
    receipt.end.wait()
    return receipt.result.withLock(\.self) ?? .failure(.cancelled)
  }

  func cancel() { task.cancel() }
}
