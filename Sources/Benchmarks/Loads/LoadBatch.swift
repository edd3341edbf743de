import Dispatch
import FoundationEssentials
import GalleryItems
import ImageLoading
import Prefetching
import Raster
import Synchronization

/// Loads through a pipeline, as many at a time as keep its slots and decode threads busy.
struct LoadBatch {
  private static let window = 64

  /// What went wrong; added to on the pipeline's threads.
  private final class Failures: Sendable {
    let errors = Mutex<[ImageError]>([])

    func check(_ result: Result<PixelImage, ImageError>) {
      if case .failure(let error) = result { errors.withLock { $0.append(error) } }
    }
  }

  let pipeline: ImagePipeline

  /// Loads them all, and waits for the last.
  ///
  /// - Returns: how many there were.
  /// - Throws: `BenchFailure` if there was none, or one of them failed.
  @discardableResult
  func load(_ requests: some Sequence<ImageRequest>) throws -> Int {
    let failures = Failures()
    // Signalled up to its first value: at its end it may not hold less than it was made with.
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
    if let error = errors.first {
      throw BenchFailure(
        description: "\(errors.count) of \(count) pictures failed to load; the first: \(error)")
    }
    guard count > 0 else { throw BenchFailure(description: "there is no picture to load") }
    return count
  }

  /// Loads one after the other, whatever comes of it.
  func loadInTurn(_ requests: [ImageRequest]) {
    let arrived = DispatchSemaphore(value: 0)
    for request in requests {
      pipeline.loadImage(with: request) { _ in arrived.signal() }
      arrived.wait()
    }
  }
}

/// Why a measurement says nothing; its description is for people.
package struct BenchFailure: Error, CustomStringConvertible {
  package let description: String
}

extension GalleryDataSource<GalleryItem> {
  /// A request for each picture, made when it is its turn: what many of them cost together is part of no
  /// measurement.
  package func imageRequests(at target: PixelSize) -> some Sequence<ImageRequest> {
    (0..<numberOfSections).lazy
      .flatMap { section in
        (0..<numberOfItems(inSection: section)).lazy.map { [section, $0] as IndexPath }
      }
      .compactMap { item(at: $0).url(for: target) }
      .map { ImageRequest(url: $0, targetSize: target, thumbnails: .ifSufficient) }
  }
}
