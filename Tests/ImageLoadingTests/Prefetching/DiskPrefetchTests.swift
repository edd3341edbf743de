import DiskCache
import FoundationEssentials
import LoadingTestSupport
import Raster
import TestSupport
import Testing

@testable import ImageLoading

/// What is prefetched into the disk cache.
@Suite(.timeLimit(.minutes(1))) struct DiskPrefetchTests {
  private let folder: TemporaryFolder
  private let loader = HeldDataLoader()
  private let decoder = FlatDecoder()
  private let reports = Log<PrefetchReport>()

  init() throws { folder = try TemporaryFolder() }

  private var cacheFolder: String { folder.url.path + "/cache" }

  private func pipeline(_ cache: DataCache?) -> ImagePipeline {
    var configuration = ImagePipeline.Configuration()
    configuration.dataLoader = loader
    configuration.decoder = decoder
    configuration.dataCache = cache
    return ImagePipeline(configuration)
  }

  /// Prefetches everything, answers it, and returns the report.
  private func report(
    of requests: [ImageRequest], by pipeline: ImagePipeline, fields: [String: String] = [:],
    bytes: Int = 1
  ) async throws -> PrefetchReport {
    let prefetcher = ImagePrefetcher(pipeline: pipeline, destination: .disk)
    prefetcher.didComplete = { [reports] in reports.add($0) }
    prefetcher.start(requests)
    let head = ResponseHead(status: 200, expectedBytes: bytes, fields: HeaderFields(fields))
    let body = Data(repeating: 7, count: bytes)
    var answered = 0
    await eventually("everything is told") {
      let started = loader.started
      for url in started[answered...] {
        loader.send([.response(head), .data(body), .finished], for: url)
      }
      answered = started.count
      return reports.count == 1
    }
    return try #require(reports.entries.first)
  }

  @Test func `what is meant for the disk is there, not decoded, nor kept in memory`() async throws {
    let a = try request("a")
    let cache = DataCache(folder: cacheFolder)
    let pipeline = pipeline(cache)
    let report = try await report(of: [a], by: pipeline)
    #expect(report.loaded == [a] && report.failed.isEmpty)
    #expect(cache.usage().count == 1)
    #expect(decoder.targets.count == 0 && !pipeline.isInMemory(a))
  }

  @Test func `all that is said to be loaded is on disk, however slow that is`() async throws {
    let requests = try (0..<40).map { try request("\($0)") }
    let cache = DataCache(folder: cacheFolder, limitBytes: 1 << 30)
    let report = try await report(of: requests, by: pipeline(cache), bytes: 4 << 20)
    #expect(report.loaded.count == 40 && report.failed.isEmpty)
    #expect(cache.usage().count == 40)
  }

  @Test func `what a server forbids to keep is not loaded`() async throws {
    let a = try request("a")
    let pipeline = pipeline(DataCache(folder: cacheFolder))
    let report = try await report(of: [a], by: pipeline, fields: ["Cache-Control": "no-store"])
    #expect(report.loaded.isEmpty && report.failed.map(\.error) == [.notStored])
  }

  @Test func `what the disk does not take is not loaded`() async throws {
    let a = try request("a")
    // A file is in the place of the folder.
    try Data().write(to: folder.url.appendingPathComponent("cache"))
    let report = try await report(of: [a], by: pipeline(DataCache(folder: cacheFolder)))
    #expect(report.loaded.isEmpty && report.failed.map(\.error) == [.notStored])
  }

  @Test func `without a disk cache nothing is fetched for it`() async throws {
    let report = try await report(of: [try request("a")], by: pipeline(nil))
    #expect(report.failed.map(\.error) == [.notStored] && loader.started.isEmpty)
  }

  @Test func `a local picture is on disk already`() async throws {
    let file = folder.url.appendingPathComponent("a")
    try Data([7]).write(to: file)
    let local = ImageRequest(url: file, targetSize: PixelSize(width: 1, height: 1))
    let report = try await report(of: [local], by: pipeline(nil))
    #expect(report.loaded == [local])
  }
}
