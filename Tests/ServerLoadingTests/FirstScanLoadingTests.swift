import Foundation
import ImageLoading
import PlaceholderServer
import Raster
import TestSupport
import Testing

/// Progressive pictures from the placeholder server, over a link of 20 KB/s.
@Suite(.timeLimit(.minutes(2))) struct FirstScanLoadingTests {
  private static let bytes = 100_000
  private let server: PlaceholderServer
  private let pipeline: ImagePipeline

  init() throws {
    server = try PlaceholderServer(shape: ServerShape(linkBandwidth: 20_000))
    try server.start()
    var configuration = ImagePipeline.Configuration()
    configuration.limits.timeout = .seconds(120)
    pipeline = ImagePipeline(configuration)
  }

  @Test func `a tile takes the first scans, and a larger picture continues behind them`()
    async throws
  {
    let path = "/1200x900?text=a&bg=345&format=progressive&bytes=\(Self.bytes)"
    var request = ImageRequest(
      url: try #require(URL(string: server.baseURL + path)),
      targetSize: PixelSize(width: 40, height: 30), thumbnails: .ifSufficient)
    let image = try await pipeline.image(for: request)
    #expect(image.size == request.targetSize)
    #expect(image.info?.size == PixelSize(width: 1_200, height: 900))
    #expect(image.info?.bytes == nil, "the size of the file is not known")
    await eventually("the rest is stopped") { server.statistics.paths[path]?.aborted == 1 }
    request.targetSize = PixelSize(width: 600, height: 450)
    request.thumbnails = .never
    #expect(try await pipeline.image(for: request).size == request.targetSize)
    #expect(pipeline.statistics.resumed == 1)
  }
}
