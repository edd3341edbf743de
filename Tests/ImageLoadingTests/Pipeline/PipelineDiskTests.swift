import DiskCache
import FoundationEssentials
import ImageDecoding
import LoadingTestSupport
import Raster
import TestSupport
import Testing

@testable import ImageLoading
@testable import LoadPlanning

/// The pipeline with a real disk cache.
@Suite(.timeLimit(.minutes(1))) struct PipelineDiskTests {
  private let folder: TemporaryFolder
  private let loader = HeldDataLoader()
  private let decoder = FlatDecoder()

  init() throws { folder = try TemporaryFolder() }

  /// One run of a program.
  private func pipeline(decoder: (any PixelDecoding)? = nil) -> ImagePipeline {
    var configuration = ImagePipeline.Configuration()
    configuration.dataLoader = loader
    configuration.decoder = decoder ?? self.decoder
    configuration.dataCache = DataCache(folder: folder.url.path + "/cache")
    return ImagePipeline(configuration)
  }

  /// Has a picture loaded over the network and written.
  private func fill(_ request: ImageRequest, by pipeline: ImagePipeline) async throws {
    async let image = pipeline.image(for: request)
    await eventually("the transfer starts") { !loader.started.isEmpty }
    loader.answer(request.url)
    _ = try await image
    pipeline.configuration.dataCache?.flush()
  }

  @Test func `the next run finds fetched pictures on disk`() async throws {
    let a = try request("a")
    try await fill(a, by: pipeline())
    let next = pipeline()
    #expect(try await next.image(for: a).pixels.first == 7)
    #expect(loader.started.count == 1 && next.statistics.diskHits == 1)
  }

  @Test func `the original bytes are stored once, and serve every size`() async throws {
    let first = pipeline()
    try await fill(request("a", side: 2), by: first)
    let large = try await first.image(for: request("a", side: 9))
    #expect(large.size == PixelSize(width: 9, height: 9))
    #expect(loader.started.count == 1)
    #expect(first.configuration.dataCache?.usage().count == 1)
  }

  @Test func `the original bytes on disk serve a processed picture`() async throws {
    let first = pipeline()
    try await fill(request("a"), by: first)
    _ = try await pipeline().image(for: request("a", processors: ["blur"]))
    #expect(loader.started.count == 1)
  }

  @Test func `a picture for once leaves its bytes on disk, and no thumbnail`() async throws {
    let pipeline = self.pipeline(decoder: ImageDecoder())
    let cache = try #require(pipeline.configuration.dataCache)
    let file = Data("P6 160 160 255\n".utf8) + Data(count: 160 * 160 * 3)
    var once = try request("once")
    once.isTransient = true
    for (request, entries) in [(once, 1), (try request("kept"), 3)] {
      async let image = pipeline.image(for: request)
      await eventually("the transfer starts") { loader.started.contains(request.url) }
      loader.answer(request.url, .success(file))
      _ = try await image
      cache.flush()
      #expect(cache.usage().count == entries)
    }
  }

  private static func signed(_ plain: ImageRequest, by person: String) -> ImageRequest {
    var request = plain
    request.headers = ["Cookie": person]
    return request
  }

  @Test func `a picture requested with header fields is in memory, and not on disk`() async throws {
    let pipeline = self.pipeline(decoder: ImageDecoder())
    let cache = try #require(pipeline.configuration.dataCache)
    let file = Data("P6 160 160 255\n".utf8) + Data(count: 160 * 160 * 3)
    let plain = try request("a")
    let mine = Self.signed(plain, by: "me")
    let prefetcher = ImagePrefetcher(pipeline: pipeline)
    prefetcher.start([mine])
    await eventually("the transfer starts") { loader.started.count == 1 }
    #expect(loader.requests.map(\.headers) == [mine.headers])
    loader.answer(mine.url, .success(file))
    await eventually("it is in memory") { pipeline.isInMemory(mine) }
    cache.flush()
    #expect(cache.usage().count == 0)

    // A public copy on disk is not used for it either.
    async let everybodys = pipeline.image(for: plain)
    await eventually("it is fetched without them") { loader.started.count == 2 }
    loader.answer(plain.url, .success(file))
    _ = try await everybodys
    cache.flush()
    #expect(cache.usage().count > 0)
    let yours = Self.signed(plain, by: "you")
    async let picture = pipeline.image(for: yours)
    await eventually("the server is asked") { loader.started.count == 3 }
    loader.answer(yours.url, .success(file))
    _ = try await picture
    #expect(pipeline.statistics.diskHits == 0)
  }

  @Test func `a prefetched picture is in memory and on disk`() async throws {
    let pipeline = pipeline()
    let prefetcher = ImagePrefetcher(pipeline: pipeline)
    let a = try request("a")
    prefetcher.start([a])
    await eventually("the transfer starts") { loader.started.count == 1 }
    loader.answer(a.url)
    await eventually("it is in memory") { pipeline.isInMemory(a) }
    pipeline.configuration.dataCache?.flush()
    #expect(pipeline.configuration.dataCache?.entry(for: a.url.absoluteString) != nil)
  }

  @Test func `a response that must not be stored is not`() async throws {
    let pipeline = pipeline()
    let a = try request("a")
    async let image = pipeline.image(for: a)
    await eventually("the transfer starts") { loader.started.count == 1 }
    let head = ResponseHead(
      status: 200, expectedBytes: 1, fields: HeaderFields(["Cache-Control": "no-store"]))
    loader.send([.response(head), .data(Data([7])), .finished], for: a.url)
    _ = try await image
    pipeline.configuration.dataCache?.flush()
    #expect(pipeline.configuration.dataCache?.usage().count == 0)
  }

  @Test func `without the server, an old copy is shown`() async throws {
    let a = try request("a")
    let first = pipeline()
    async let image = first.image(for: a)
    await eventually("the transfer starts") { loader.started.count == 1 }
    let head = ResponseHead(
      status: 200, expectedBytes: 1, fields: HeaderFields(["Cache-Control": "max-age=0"]))
    loader.send([.response(head), .data(Data([7])), .finished], for: a.url)
    _ = try await image
    first.configuration.dataCache?.flush()

    let next = pipeline()
    async let old = next.image(for: a)
    await eventually("the server is asked") { loader.started.count == 2 }
    await eventually("it is given up") {
      next.retryNow()
      loader.answer(a.url, .failure(.timedOut(after: .seconds(1))))
      return next.statistics.loaded == 1
    }
    #expect(try await old.pixels.first == 7)
  }

  @Test func `a page of errors in the cache is no failure for good`() async throws {
    let a = try request("a")
    let cache = DataCache(folder: folder.url.path + "/cache")
    let metadata = try #require(
      CacheMetadata(HeaderFields(), receivedAt: Int(Date.now.timeIntervalSince1970)))
    cache.store(CachedData(bytes: Data([0]), metadata: metadata), for: a.url.absoluteString)
    cache.flush()
    try await fill(a, by: pipeline())
    _ = try await pipeline().image(for: a)
    #expect(loader.started.count == 1)
  }

  @Test func `a file is never copied`() async throws {
    let pipeline = pipeline()
    let file = ImageRequest(
      url: try folder.file("picture.png", [7]), targetSize: PixelSize(width: 2, height: 2))
    _ = try await pipeline.image(for: file)
    pipeline.configuration.dataCache?.flush()
    #expect(pipeline.configuration.dataCache?.usage().count == 0)
  }
}
