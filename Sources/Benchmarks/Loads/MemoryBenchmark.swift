import GalleryApp
import ImageLoading

/// A benchmark of how much a process with full caches grows by loading.
package struct MemoryBenchmark {
  private let warmUp: Int

  /// - Parameter warmUp: the number of pictures to load first, without measuring.
  package init(warmUp: Int) { self.warmUp = warmUp }

  /// Loads every picture once, and prints the growth of the process.
  ///
  /// - Throws: `BenchFailure` if a picture fails to load.
  package func run(loading requests: some Sequence<ImageRequest>) throws {
    var configuration = ImagePipeline.Configuration()
    // A few hundred tiles fill this cache, so that its growth is not measured.
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
