import GalleryApp
import ImageLoading

/// A benchmark of hits in the memory cache, in every way of requesting them.
package struct HitBenchmark {
  private let rounds: Int
  private let runs: Int

  /// - Parameters:
  ///   - rounds: the number of requests for each picture in a run.
  ///   - runs: the number of runs, whose median is printed; at least 1.
  package init(rounds: Int, runs: Int) {
    self.rounds = rounds
    self.runs = runs
  }

  /// Loads every picture, then prints the cost of a hit in each way.
  ///
  /// - Throws: `BenchFailure` if a picture fails to load, or if not all fit into memory.
  package func run(loading requests: some Sequence<ImageRequest>) throws {
    let pipeline = ImagePipeline()
    let batch = LoadBatch(pipeline: pipeline)
    let requests = Array(requests)
    try batch.load(requests)
    try measure("cachedImage", of: requests) {
      for request in requests { _ = pipeline.cachedImage(for: request) }
    }
    try measure("loadImage, each after the other", of: requests) {
      batch.loadInTurn(requests)
    }
    try measure("loadImage, many at a time", of: requests) { try batch.load(requests) }
    guard pipeline.statistics.loaded == requests.count else {
      throw BenchFailure(description: "the pictures do not fit into memory, or one comes twice")
    }
  }

  private func measure(
    _ way: String, of requests: [ImageRequest], _ askForAll: () throws -> Void
  ) throws {
    let cost = try Cost(medianOf: runs) { for _ in 0..<rounds { try askForAll() } }
    try StandardOutput.write("memory hit by \(way): \(cost / (rounds * requests.count))\n")
  }
}
