import ArgumentParser
import ImageLoading

/// Pictures in memory, asked for in every way there is.
struct BenchHits: ParsableCommand {
  static let configuration = CommandConfiguration(
    commandName: "hits",
    abstract: "Load every picture of a source, then ask for each again: the cost of a hit.")

  @OptionGroup var pictures: PictureOptions
  @OptionGroup var repetition: RunOptions

  @Option(help: "How often each picture is asked for in a run.")
  var rounds = 100

  func validate() throws {
    guard (1...100_000).contains(rounds) else {
      throw ValidationError("--rounds takes 1 to 100000")
    }
  }

  func run() throws {
    let pipeline = ImagePipeline()
    let batch = LoadBatch(pipeline: pipeline)
    let requests = Array(pictures.requests())
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
    let cost = try Cost(medianOf: repetition.runs) { for _ in 0..<rounds { try askForAll() } }
    try StandardOutput.write("memory hit by \(way): \(cost / (rounds * requests.count))\n")
  }
}
