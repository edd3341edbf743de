import ArgumentParser
import FoundationEssentials
import ImageLoading

/// Pictures that an earlier run has left in the disk cache, decoded anew.
struct BenchDisk: ParsableCommand {
  static let configuration = CommandConfiguration(
    commandName: "disk",
    abstract: "Fill a disk cache from a server, then load each from it: a hit with its decode.")

  @OptionGroup var pictures: PictureOptions
  @OptionGroup var repetition: RunOptions

  func run() throws {
    let folder = URL.temporaryDirectory.appending(path: "filmstrip-\(UUID().uuidString)")
    defer { try? FileManager.default.removeItem(at: folder) }
    let requests = Array(pictures.requests())
    let first = ImagePipeline(configuration(folder))
    try LoadBatch(pipeline: first).load(requests)
    first.configuration.dataCache?.flush(within: .seconds(60))

    let pipeline = ImagePipeline(configuration(folder))
    let cost = Cost(medianOf: repetition.runs) {
      LoadBatch(pipeline: pipeline).loadInTurn(requests)
    }
    let loads = repetition.runs * requests.count
    guard pipeline.statistics.diskHits == loads else {
      throw BenchFailure(
        description: "\(pipeline.statistics.diskHits) of \(loads) loads were hits;"
          + " only what comes from a server is kept on disk")
    }
    try StandardOutput.write("disk hit with its decode: \(cost / requests.count)\n")
  }

  /// Nothing stays in memory, so that every load goes to the disk.
  private func configuration(_ folder: URL) -> ImagePipeline.Configuration {
    var configuration = ImagePipeline.Configuration()
    configuration.imageCache = ImageCache(costLimitBytes: 0)
    configuration.dataCache = DataCache(folder: folder.path)
    return configuration
  }
}
