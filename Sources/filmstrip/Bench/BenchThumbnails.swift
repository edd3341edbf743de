import ArgumentParser
import ImageLoading

/// Every picture of a source once, none of them in memory before.
struct BenchThumbnails: ParsableCommand {
  static let configuration = CommandConfiguration(
    commandName: "thumbnails",
    abstract: "Load every picture of a source: pictures a second, processor time a picture.")

  @OptionGroup var pictures: PictureOptions
  @OptionGroup var repetition: RunOptions

  func run() throws {
    let requests = pictures.requests()
    var count = 0
    let cost = try Cost(medianOf: repetition.runs) {
      count = try LoadBatch(pipeline: ImagePipeline()).load(requests)
    }
    let rate = Double(count) / (cost.wall / .seconds(1))
    try StandardOutput.write(
      "\(count) pictures at \(pictures.target): \(rate.figure) pictures/s; each \(cost / count)\n")
  }
}
