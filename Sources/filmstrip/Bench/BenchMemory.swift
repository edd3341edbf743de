import ArgumentParser
import ImageLoading

/// How much a process grows by loading, its caches full before.
struct BenchMemory: ParsableCommand {
  static let configuration = CommandConfiguration(
    commandName: "memory",
    abstract: "Load every picture of a source: by how much the process grows.")

  @OptionGroup var pictures: PictureOptions

  @Option(help: "Pictures that are loaded first, uncounted.")
  var warmUp = 1_000

  func validate() throws {
    guard (0...1_000_000).contains(warmUp) else {
      throw ValidationError("--warm-up takes 0 to 1000000")
    }
  }

  func run() throws {
    var configuration = ImagePipeline.Configuration()
    // Filled by a few hundred tiles: its growth is not what is looked for.
    configuration.imageCache = ImageCache(costLimitBytes: 1 << 20)
    let batch = LoadBatch(pipeline: ImagePipeline(configuration))
    let requests = pictures.requests()
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
