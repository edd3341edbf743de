import Dispatch
import FoundationEssentials
import GalleryApp
import GalleryItems
import ImageLoading
import Prefetching
import Raster
import Synchronization

/// A batch of loads through a pipeline, with enough in parallel to keep slots and decode threads
/// busy.
struct LoadBatch {
  private static let window = 64

  /// The failures of the loads, added on the pipeline's threads.
  private final class Failures: Sendable {
    let errors = Mutex<[ImageError]>([])

    func check(_ result: Result<PixelImage, ImageError>) {
      if case .failure(let error) = result { errors.withLock { $0.append(error) } }
    }
  }

  let pipeline: ImagePipeline

  /// Loads all requests, and waits for the last.
  ///
  /// - Returns: the number of requests.
  /// - Throws: `BenchFailure` if there was no request, or if one of them failed.
  @discardableResult
  func load(_ requests: some Sequence<ImageRequest>) throws -> Int {
    let failures = Failures()
    // It starts at 0 and is signaled to its limit, because a semaphore must not end below its
    // initial value.
    let places = DispatchSemaphore(value: 0)
    for _ in 0..<Self.window { places.signal() }
    var count = 0
    for request in requests {
      places.wait()
      pipeline.loadImage(with: request) { result in
        failures.check(result)
        places.signal()
      }
      count += 1
    }
    for _ in 0..<Self.window { places.wait() }
    let errors = failures.errors.withLock { $0 }
    if let first = errors.first?.description {
      throw BenchFailure(
        description: "\(errors.count) of \(count) pictures failed to load; the first: \(first)")
    }
    guard count > 0 else { throw BenchFailure(description: "there is no picture to load") }
    return count
  }

  /// Loads the requests one after another, and ignores the results.
  func loadInTurn(_ requests: [ImageRequest]) {
    let arrived = DispatchSemaphore(value: 0)
    for request in requests {
      pipeline.loadImage(with: request) { _ in arrived.signal() }
      arrived.wait()
    }
  }
}

/// The reason why a measurement is invalid, as a sentence.
package struct BenchFailure: Error, CustomStringConvertible {
  package let description: String
}

extension GalleryDataSource<GalleryItem> {
  /// A request for each picture, created just before its load.
  ///
  /// So the cost of creating many requests is not measured.
  package func imageRequests(at target: PixelSize) -> some Sequence<ImageRequest> {
    (0..<numberOfSections).lazy
      .flatMap { section in
        (0..<numberOfItems(inSection: section)).lazy.map { [section, $0] as IndexPath }
      }
      .compactMap { item(at: $0).url(for: target) }
      .map { ImageRequest(url: $0, targetSize: target, thumbnails: .ifSufficient) }
  }
}
