import Foundation
import Glibc
import Raster
import TestSupport
import Testing

@testable import ImageLoading
@testable import LoadPlanning

/// The pipeline with nothing replaced but the decoder.
@Suite(.timeLimit(.minutes(1))) struct RealPipelineTests {
  private let pipeline: ImagePipeline

  init() {
    var configuration = ImagePipeline.Configuration()
    configuration.decoder = FlatDecoder()
    configuration.connectionsPerHost = 1
    pipeline = ImagePipeline(configuration)
  }

  private func request(
    _ url: URL, side: Int = 2, _ priority: ImagePriority = .normal
  ) -> ImageRequest {
    ImageRequest(
      url: url, targetSize: PixelSize(width: side, height: side), priority: priority)
  }

  @Test func `two sizes of one URL are one request to the server`() async throws {
    let bothAsked = Gate()
    let requests = Log<String>()
    let server = try RawServer { connection in
      requests.add(connection.readRequest())
      bothAsked.pass()
      connection.respond()
    }
    let url = try server.url()
    async let small = pipeline.image(for: request(url, side: 2))
    async let large = pipeline.image(for: request(url, side: 3))
    await eventually("both are asked for") { pipeline.statistics.requested == 2 }
    bothAsked.open()
    #expect(try await small.pixels.count == 4)
    #expect(try await large.pixels.count == 9)
    #expect(requests.count == 1)
  }

  @Test func `the server is asked in the order of urgency`() async throws {
    let turn = Gate()
    let requests = Log<Substring>()
    let server = try RawServer { connection in
      requests.add(connection.readRequest().split(separator: " ").dropFirst().first ?? "")
      if requests.count == 1 { turn.pass() }
      connection.respond()
    }
    let ended = Log<Void>()
    func load(_ name: String, _ priority: ImagePriority) throws {
      pipeline.loadImage(with: request(try server.url(name), priority)) { _ in ended.add(()) }
    }
    try load("first", .normal)
    await eventually("the only slot is taken") { requests.count == 1 }
    try load("low", .low)
    try load("normal", .normal)
    try load("high", .high)
    await eventually("all wait") { pipeline.statistics.queued == 3 }
    turn.open()
    await eventually("all have ended") { ended.count == 4 }
    #expect(requests.entries == ["/first", "/high", "/normal", "/low"])
  }

  @Test func `a canceled load leaves the server`() async throws {
    let (began, left) = (Log<Void>(), Log<Void>())
    let server = try RawServer { connection in
      _ = connection.readRequest()
      began.add(())
      connection.waitForClient()
      left.add(())
    }
    let task = pipeline.loadImage(with: request(try server.url())) { _ in }
    await eventually("it is on its way") { began.count == 1 }
    task.cancel()
    await eventually("the server sees it leave") { left.count == 1 }
  }

  @Test func `a file is a picture, or says why not`() async throws {
    let folder = try TemporaryFolder()
    let picture = request(try folder.file("picture.png", [7]))
    #expect(try await pipeline.image(for: picture).pixels == [7, 7, 7, 7])

    let empty = try folder.file("empty.png", [])
    await #expect(
      throws: ImageError.file(path: empty.path, code: nil, reason: "the file is empty")
    ) { try await pipeline.image(for: request(empty)) }

    let pipe = folder.url.appendingPathComponent("pipe")
    #expect(mkfifo(pipe.path, 0o600) == 0)
    await #expect(throws: ImageError.file(path: pipe.path, code: nil, reason: "not a regular file"))
    {
      try await pipeline.image(for: request(pipe))
    }
    #expect(pipeline.statistics.transfers == 0 && pipeline.statistics.bytes == 1)
  }
}
