import DiskCache
import FoundationEssentials
import GalleryApp
import ImageLoading

/// A benchmark that decodes pictures left in the disk cache by an earlier run.
package struct DiskBenchmark {
  private let runs: Int

  /// - Parameter runs: the number of runs, whose median is printed; at least 1.
  package init(runs: Int) { self.runs = runs }

  /// Fills a disk cache, then prints the cost of a hit with its decode.
  ///
  /// - Throws: `BenchFailure` if a picture fails to load, or comes from no server.
  package func run(loading requests: some Sequence<ImageRequest>) throws {
    let folder = URL.temporaryDirectory.appending(path: "filmstrip-\(UUID().uuidString)")
    defer { try? FileManager.default.removeItem(at: folder) }
    let requests = Array(requests)
    let first = ImagePipeline(configuration(folder))
    try LoadBatch(pipeline: first).load(requests)
    first.configuration.dataCache?.flush(within: .seconds(60))

    let pipeline = ImagePipeline(configuration(folder))
    let cost = Cost(medianOf: runs) { LoadBatch(pipeline: pipeline).loadInTurn(requests) }
    let loads = runs * requests.count
    guard pipeline.statistics.diskHits == loads else {
      throw BenchFailure(
        description: "\(pipeline.statistics.diskHits) of \(loads) loads were hits;"
          + " only what comes from a server is kept on disk")
    }
    try StandardOutput.write("disk hit with its decode: \(cost / requests.count)\n")
  }

  /// A configuration without a memory cache, so that every load goes to the disk.
  private func configuration(_ folder: URL) -> ImagePipeline.Configuration {
    var configuration = ImagePipeline.Configuration()
    configuration.imageCache = ImageCache(costLimitBytes: 0)
    configuration.dataCache = DataCache(folder: folder.path)
    return configuration
  }
}
