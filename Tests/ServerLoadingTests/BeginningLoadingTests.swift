import DiskCache
import Foundation
import ImageLoading
import PlaceholderServer
import Raster
import TestSupport
import Testing

/// Beginnings of pictures from the placeholder server, over a link of 200 KB/s.
@Suite(.timeLimit(.minutes(2))) struct BeginningLoadingTests {
  private static let bytes = 60_000
  private let server: PlaceholderServer

  init() throws {
    for name in ["http_proxy", "all_proxy", "ALL_PROXY"] { unsetenv(name) }
    server = try PlaceholderServer(shape: ServerShape(linkBandwidth: 200_000))
    try server.start()
  }

  /// A progressive picture, whose first scan ends before a fifth of it.
  private func path(_ name: String, _ query: String = "") -> String {
    "/1200x900?text=\(name)&bg=345&format=progressive&bytes=\(Self.bytes)\(query)"
  }

  private func tile(_ path: String) throws -> ImageRequest {
    ImageRequest(
      url: try #require(URL(string: server.baseURL + path)),
      targetSize: PixelSize(width: 40, height: 30), thumbnails: .ifSufficient)
  }

  private func detail(_ path: String) throws -> ImageRequest {
    var request = try tile(path)
    request.targetSize = PixelSize(width: 600, height: 450)
    request.thumbnails = .never
    return request
  }

  private func pipeline(_ cache: DataCache? = nil) -> ImagePipeline {
    var configuration = ImagePipeline.Configuration()
    configuration.limits.timeout = .seconds(120)
    configuration.dataCache = cache
    return ImagePipeline(configuration)
  }

  private func sent(_ path: String) -> Int { server.statistics.paths[path]?.bytes ?? 0 }

  private func hasSentBeginning(of path: String) -> Bool {
    (1..<Self.bytes / 2).contains(sent(path))
  }

  /// Loads three pictures whole, which tell that their first scans would have done.
  private func learn(_ pipeline: ImagePipeline) async throws {
    for name in ["x", "y", "z"] {
      _ = try await pipeline.image(for: tile(path(name)))
      await eventually("it is sent") { sent(path(name)) == Self.bytes }
    }
  }

  @Test func `a tile takes the beginning, and a larger picture the rest behind it`() async throws {
    let pipeline = pipeline()
    try await learn(pipeline)
    let image = try await pipeline.image(for: tile(path("a")))
    #expect(image.size == PixelSize(width: 40, height: 30))
    #expect(image.info?.size == PixelSize(width: 1_200, height: 900))
    await eventually("the beginning is sent") { hasSentBeginning(of: path("a")) }
    let detail = try detail(path("a"))
    #expect(try await pipeline.image(for: detail).size == detail.targetSize)
    await eventually("the rest is sent") { sent(path("a")) == Self.bytes }
    #expect(server.statistics.paths[path("a")]?.requests == 2)
    #expect(pipeline.statistics.resumed == 1)
  }

  @Test func `a beginning shows the picture in the next session, which asks no server`()
    async throws
  {
    let folder = try TemporaryFolder()
    let cache = DataCache(folder: folder.url.path)
    let first = pipeline(cache)
    try await learn(first)
    let image = try await first.image(for: tile(path("a")))
    cache.flush()
    let asked = server.statistics.requests
    let next = pipeline(DataCache(folder: folder.url.path))
    #expect(try await next.image(for: tile(path("a"))) == image)
    #expect(next.statistics.diskHits == 1 && server.statistics.requests == asked)
    let detail = try detail(path("a"))
    _ = try await next.image(for: detail)
    await eventually("the rest is sent") { sent(path("a")) == Self.bytes }
  }

  @Test func `an old beginning is confirmed by its server, which does not send it again`()
    async throws
  {
    let cache = DataCache(folder: try TemporaryFolder().url.path)
    let first = pipeline(cache)
    try await learn(first)
    let request = try tile(path("a"))
    let image = try await first.image(for: request)
    let identity = "beginning 1 \(request.url.absoluteString)"
    var entry = try #require(cache.entry(for: identity))
    entry.metadata.freshness = Freshness(
      storedAt: 1, freshUntil: 2, mayBeShownWhenDisconnected: true)
    cache.store(entry, for: identity)
    let next = pipeline(cache)
    #expect(try await next.image(for: request) == image)
    #expect(next.statistics.revalidated == 1 && hasSentBeginning(of: path("a")))
    #expect(server.statistics.paths[path("a")]?.requests == 2)
    #expect(cache.entry(for: identity).map { $0.metadata.freshness.storedAt > 2 } == true)
  }

  @Test(arguments: [
    "refused", "unmarked", "multipart", "unknown", "long", "other", "shifted", "weak",
  ])
  func `a server that answers parts badly sends the whole, and is asked for no more parts`(
    fault: String
  ) async throws {
    let pipeline = pipeline()
    try await learn(pipeline)
    let bad = path("a", "&parts=\(fault)")
    _ = try await pipeline.image(for: tile(bad))
    if fault == "other" {
      // It is found out by the second length that it names.
      let detail = try detail(bad)
      #expect(try await pipeline.image(for: detail).size == detail.targetSize)
      return
    }
    await eventually("the whole is sent") { sent(bad) >= Self.bytes }
    #expect(server.statistics.paths[bad]?.requests == 2)
    _ = try await pipeline.image(for: tile(path("b")))
    await eventually("the whole is sent") { sent(path("b")) == Self.bytes }
  }

  @Test(arguments: ["none", "capped"]) func `a server that sends all, or little, is taken at that`(
    fault: String
  ) async throws {
    let pipeline = pipeline()
    try await learn(pipeline)
    let image = try await pipeline.image(for: tile(path("a", "&parts=\(fault)")))
    #expect(image.size == PixelSize(width: 40, height: 30))
  }

  @Test func `a redirect is asked for the same part`() async throws {
    let pipeline = pipeline()
    try await learn(pipeline)
    _ = try await pipeline.image(for: tile(path("a", "&redirect=1")))
    await eventually("the beginning is sent") {
      hasSentBeginning(of: path("a", "&redirect=0"))
    }
  }

  @Test func `a camera's picture comes whole, as its thumbnail proves nothing`() async throws {
    let pipeline = pipeline()
    func path(_ name: String) -> String {
      "/1200x900?text=\(name)&bg=345&format=camera&bytes=\(Self.bytes)"
    }
    for name in ["x", "y", "z", "a"] {
      _ = try await pipeline.image(for: tile(path(name)))
      await eventually("all is sent") { sent(path(name)) == Self.bytes }
    }
  }
}
