import Foundation
import ImageLoading
import PlaceholderServer
import Raster
import TestSupport
import Testing

/// Pictures whose first answer stalls, from the placeholder server.
@Suite(.timeLimit(.minutes(2))) struct SecondAttemptLoadingTests {
  private let server: PlaceholderServer
  private let pipeline: ImagePipeline

  init() throws {
    for name in ["http_proxy", "all_proxy", "ALL_PROXY"] { unsetenv(name) }
    server = try PlaceholderServer(shape: ServerShape())
    try server.start()
    var configuration = ImagePipeline.Configuration()
    configuration.limits.timeout = .seconds(120)
    pipeline = ImagePipeline(configuration)
  }

  private func request(_ path: String) throws -> ImageRequest {
    ImageRequest(
      url: try #require(URL(string: server.baseURL + path)),
      targetSize: PixelSize(width: 8, height: 8))
  }

  /// Loads as many pictures as allow three second attempts: a busy machine may need some of them.
  private func loadSixty() async throws {
    for number in 1...60 {
      _ = try await pipeline.image(for: request("/8x8?text=\(number)&bg=345"))
    }
  }

  @Test func `a stalled picture comes by the same request over another connection`() async throws {
    try await loadSixty()
    let path = "/8x8?text=a&bg=345&stall=110000"
    _ = try await pipeline.image(for: request(path))
    #expect(pipeline.statistics.secondAttempts >= 1)
    #expect(pipeline.statistics.transfers == 61 && pipeline.statistics.retries == 0)
    await eventually("the first attempt is given up") {
      server.statistics.paths[path].map { $0.requests == 2 && $0.aborted == 1 } == true
    }
  }
}
