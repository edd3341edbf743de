import GalleryApp
import ImageLoading

/// How much a process grows by loading, its caches full before.
package struct MemoryBenchmark {
  private let warmUp: Int

  /// - Parameter warmUp: pictures that are loaded first, uncounted.
  package init(warmUp: Int) { self.warmUp = warmUp }

  /// Loads every picture once; prints by how much the process has grown.
  ///
  /// - Throws: `BenchFailure` where a picture fails to load.
  package func run(loading requests: some Sequence<ImageRequest>) throws {
    var configuration = ImagePipeline.Configuration()
    // Filled by a few hundred tiles: its growth is not what is looked for.
    configuration.imageCache = ImageCache(costLimitBytes: 1 << 20)
    let batch = LoadBatch(pipeline: ImagePipeline(configuration))
    if warmUp > 0 { try batch.load(requests.prefix(warmUp)) }
    let before = try residentKiB()
    let count = try batch.load(requests)
    let after = try residentKiB()
    try StandardOutput.write(
      "grew by \(after - before) KiB over \(count) loads: from \(before) to \(after) KiB\n")
  }

  private func residentKiB() throws -> Int {
    guard let bytes = ResidentSize.current else {
      throw BenchFailure(description: "the system does not tell the resident size")
    }
    return bytes / 1_024
  }
}
