import GalleryApp
import ImageLoading
import Raster

/// A benchmark that loads every picture of a source once, with an empty memory cache.
package struct ThumbnailBenchmark {
  private let target: PixelSize
  private let runs: Int

  /// - Parameters:
  ///   - target: the target size of the requests.
  ///   - runs: the number of runs, whose median is printed; at least 1.
  package init(target: PixelSize, runs: Int) {
    self.target = target
    self.runs = runs
  }

  /// Prints the pictures per second, and the cost of each.
  ///
  /// - Throws: `BenchFailure` if a picture fails to load.
  package func run(loading requests: some Sequence<ImageRequest>) throws {
    var count = 0
    let cost = try Cost(medianOf: runs) {
      count = try LoadBatch(pipeline: ImagePipeline()).load(requests)
    }
    let rate = Double(count) / (cost.wall / .seconds(1))
    try StandardOutput.write(
      "\(count) pictures at \(target): \(rate.figure) pictures/s; each \(cost / count)\n")
  }
}
