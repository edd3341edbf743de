import Foundation
import GalleryApp
import ImageDecoding
import ImageLoading
import Raster
import ThumbnailStore

/// A benchmark of pictures shown from stored thumbnails.
package struct StoredBenchmark {
  private let target: PixelSize
  private let runs: Int

  /// - Parameters:
  ///   - target: the target size of the requests.
  ///   - runs: the number of runs, whose median is printed; at least 1.
  package init(target: PixelSize, runs: Int) {
    self.target = target
    self.runs = runs
  }

  /// The thumbnail of one picture, and its costs.
  private struct Sample {
    let bytes: Int
    let decibels: Double
    let encode: Duration
    let decode: Duration
    let original: Duration
  }

  /// Prints the size and cost of thumbnails, then the cost of a hit through the pipeline.
  ///
  /// - Throws: `BenchFailure` if a picture is not a local file, or has no thumbnail of this size.
  package func run(loading requests: some Sequence<ImageRequest>) throws {
    let requests = Array(requests)
    let samples = try requests.map { try sample(of: $0.url) }
    func median<Value: Comparable>(_ value: (Sample) -> Value) -> Value {
      samples.map(value).sorted()[samples.count / 2]
    }
    try StandardOutput.write(
      """
      \(samples.count) thumbnails at \(target), medians: \(median(\.bytes)) bytes, \
      \(median(\.decibels).text) dB, at least \((samples.map(\.decibels).min() ?? 0).text) dB
      compressed in \(median(\.encode).text), decoded in \(median(\.decode).text), \
      the original in \(median(\.original).text)

      """)

    let folder = URL.temporaryDirectory.appending(path: "filmstrip-\(UUID().uuidString)")
    defer { try? FileManager.default.removeItem(at: folder) }
    var configuration = ImagePipeline.Configuration()
    configuration.imageCache = ImageCache(costLimitBytes: 0)
    configuration.thumbnailStore = ThumbnailCache(folder: folder.path, limitBytes: 8 << 30)
    let maker = ThumbnailMaker(store: ThumbnailCache(folder: folder.path, limitBytes: 8 << 30))
    maker.run(requests.count) { requests[$0] }
    let pipeline = ImagePipeline(configuration)
    let cost = Cost(medianOf: runs) { LoadBatch(pipeline: pipeline).loadInTurn(requests) }
    let loads = runs * requests.count
    guard pipeline.statistics.diskHits == loads else {
      throw BenchFailure(
        description: "\(pipeline.statistics.diskHits) of \(loads) loads were hits; a file that has"
          + " just changed, or that brings a thumbnail, has no stored one")
    }
    try StandardOutput.write("hit through the pipeline: \(cost / requests.count)\n")
  }

  private func sample(of url: URL) throws -> Sample {
    guard url.isFileURL, let scale = ThumbnailScale(for: ImageTarget(size: target)) else {
      throw BenchFailure(description: "\(url.lastPathComponent) is no local file")
    }
    let file = try Data(contentsOf: url)
    return try file.withUnsafeBytes { bytes in
      let limits = DecodeLimits()
      var copy: PixelImage?
      let original = try cost {
        copy = try ImageDecoder().decode(
          bytes, target: ImageTarget(size: target), copy: scale, limits: limits,
          isCancelled: { false }
        ).copy
      }
      var stored: Data?
      guard let copy else { throw BenchFailure(description: "there is no copy of this size") }
      let encode = cost { stored = ThumbnailBytes.encode(copy) }
      var again: PixelImage?
      guard let stored else { throw BenchFailure(description: "a copy cannot be compressed") }
      let decode = try cost {
        again = try stored.withUnsafeBytes {
          try ThumbnailBytes.decode(
            $0, of: copy.size, target: ImageTarget(size: copy.size), isCancelled: { false })
        }
      }
      guard let again else { throw BenchFailure(description: "a copy cannot be decoded") }
      return Sample(
        bytes: stored.count, decibels: copy.decibels(to: again), encode: encode, decode: decode,
        original: original)
    }
  }

  /// The median processor time of five runs.
  private func cost(_ work: () throws -> Void) rethrows -> Duration {
    try Cost(medianOf: 5, work).cpu
  }
}

extension PixelImage {
  /// The similarity to a picture of this size: the peak signal-to-noise ratio of red, green and blue together.
  fileprivate func decibels(to other: PixelImage) -> Double {
    var sum = 0.0
    for (one, other) in zip(pixels, other.pixels) {
      for shift in [0, 8, 16] as [UInt32] {
        let difference = Double(one >> shift & 255) - Double(other >> shift & 255)
        sum += difference * difference
      }
    }
    return 10 * log10(255 * 255 * Double(pixels.count * 3) / max(sum, 1e-9))
  }
}

extension Double {
  fileprivate var text: String { String(format: "%.2f", self) }
}
