import Dispatch
import ImageLoading

/// Loads through a pipeline, as many at a time as keep its slots and decode threads busy.
struct LoadBatch {
  private static let window = 64

  let pipeline: ImagePipeline

  /// Loads them all, and waits for the last.
  ///
  /// - Returns: how many there were.
  /// - Throws: `BenchFailure` if there was none, or one of them failed.
  @discardableResult
  func load(_ requests: some Sequence<ImageRequest>) throws -> Int {
    let failedBefore = pipeline.statistics.failed
    // It may not hold less at its end than it was made with.
    let places = DispatchSemaphore(value: 0)
    for _ in 0..<Self.window { places.signal() }
    var count = 0
    for request in requests {
      places.wait()
      pipeline.loadImage(with: request) { _ in places.signal() }
      count += 1
    }
    for _ in 0..<Self.window { places.wait() }
    let failed = pipeline.statistics.failed - failedBefore
    guard failed == 0 else {
      throw BenchFailure(description: "\(failed) of \(count) pictures failed to load")
    }
    guard count > 0 else { throw BenchFailure(description: "there is no picture to load") }
    return count
  }
}
