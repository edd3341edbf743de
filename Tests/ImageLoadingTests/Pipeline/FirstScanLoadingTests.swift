import DecodingTestSupport
import Foundation
import ImageDecoding
import Raster
import TestSupport
import Testing

@testable import ImageLoading
@testable import LoadPlanning

/// A progressive picture whose server sends the first scans, and the rest only to another request.
@Suite(.timeLimit(.minutes(3))) struct FirstScanLoadingTests {
  @Test func `a tile takes the first scans, and a larger picture continues behind them`()
    async throws
  {
    let file = try Fixture("Photos/progressive.jpg").bytes
    var scans = FirstScans()
    file.withUnsafeBytes { scans.find(in: $0) }
    let end = try #require(scans.end) + 2
    let (requests, left) = (Log<String>(), Log<Void>())
    let server = try RawServer { connection in
      requests.add(connection.readRequest())
      guard requests.count == 1 else {
        let range = "Content-Range: bytes \(end)-\(file.count - 1)/\(file.count)"
        return connection.respond(
          "206 Partial Content", headers: ["ETag: \"a\"", range], body: file.dropFirst(end))
      }
      connection.send("HTTP/1.1 200 OK\r\nETag: \"a\"\r\nContent-Length: \(file.count)\r\n\r\n")
      connection.send(file.prefix(end))
      connection.waitForClient()
      left.add(())
    }
    var configuration = ImagePipeline.Configuration()
    configuration.limits.timeout = patience
    let pipeline = ImagePipeline(configuration)

    var request = ImageRequest(
      url: try server.url(), targetSize: PixelSize(width: 8, height: 6), thumbnails: .ifSufficient)
    let tile = try await pipeline.image(for: request)
    #expect(tile.size == request.targetSize)
    #expect(tile.info?.size == PixelSize(width: 240, height: 180))
    #expect(tile.info?.bytes == nil, "the size of the file is not known")
    await eventually("the transfer is stopped") { left.count == 1 }
    #expect(requests.count == 1)

    request.targetSize = PixelSize(width: 64, height: 48)
    request.thumbnails = .never
    #expect(try await pipeline.image(for: request).size == request.targetSize)
    #expect(pipeline.statistics.resumed == 1)
    #expect(requests.entries.last?.contains("\r\nRange: bytes=\(end)-\r\n") == true)
  }
}
