import Foundation
import ImageLoading
import PlaceholderServer
import Raster
import TestSupport
import Testing

/// The loader against the placeholder server, over the loopback.
@Suite(.timeLimit(.minutes(2))) struct ServerLoadingTests {
  private let server: PlaceholderServer
  private let size = PixelSize(width: 32, height: 24)

  init() throws {
    server = try PlaceholderServer()
    try server.start()
  }

  private func request(
    _ path: String, priority: ImagePriority = .normal
  ) throws -> ImageRequest {
    let url = try #require(URL(string: server.baseURL + path))
    return ImageRequest(url: url, targetSize: size, priority: priority)
  }

  /// - Parameter timeout: by default longer than any test, however busy the machine is: one that holds a
  ///   connection on purpose must not lose it.
  private func pipeline(
    timeout: Duration = .seconds(120), maxBytes: Int = 64 << 20, connections: Int = 6
  ) -> ImagePipeline {
    var configuration = ImagePipeline.Configuration()
    configuration.limits.timeout = timeout
    configuration.limits.maxBytes = maxBytes
    configuration.connectionsPerHost = connections
    return ImagePipeline(configuration)
  }

  private func error(_ path: String, from pipeline: ImagePipeline) async throws -> ImageError? {
    let request = try request(path)
    do throws(ImageError) {
      _ = try await pipeline.image(for: request)
      return nil
    } catch {
      return error
    }
  }

  @Test func `a picture arrives at exactly the size it was asked for`() async throws {
    let image = try await pipeline().image(for: request("/32x24?text=food%207"))
    #expect(image.size == size)
    #expect(Set(image.pixels).count > 2)
  }

  @Test func `a second look comes from memory`() async throws {
    let pipeline = pipeline()
    let request = try request("/32x24?text=b")
    _ = try await pipeline.image(for: request)
    _ = try await pipeline.image(for: request)
    #expect(server.statistics.requests == 1)
    #expect(pipeline.cachedImage(for: request) != nil)
  }

  @Test func `a cancel stops the transfer on the server's side`() async throws {
    let pipeline = pipeline()
    let task = pipeline.loadImage(with: try request("/32x24?text=c&hang=1")) { _ in }
    await eventually("it is on its way") { server.statistics.inFlight == 1 }
    task.cancel()
    await eventually("the counters say so") {
      server.statistics.aborted == 1 && server.statistics.inFlight == 0
    }
    #expect(pipeline.statistics.cancelled == 1)
  }

  @Test func `a load that nobody wants any more is never sent`() async throws {
    let pipeline = pipeline(connections: 1)
    let blocker = pipeline.loadImage(with: try request("/32x24?text=d&hang=1")) { _ in }
    await eventually("it is on its way") { server.statistics.inFlight == 1 }
    let waiting = pipeline.loadImage(with: try request("/32x24?text=e")) { _ in }
    waiting.cancel()
    await eventually("the counters say so") { pipeline.statistics.cancelled == 1 }
    blocker.cancel()
    _ = try await pipeline.image(for: request("/32x24?text=f"))
    #expect(server.statistics.paths["/32x24?text=e"] == nil)
  }

  @Test(arguments: [6, 20])
  func `a host is asked for as many pictures at one time as it may have connections`(
    connections: Int
  ) async throws {
    let pipeline = pipeline(connections: connections)
    for index in 0..<24 {
      pipeline.loadImage(with: try request("/32x24?text=\(index)&hang=1")) { _ in }
    }
    await eventually("all connections are used, and the rest waits") {
      server.statistics.inFlight == connections && pipeline.statistics.queued == 24 - connections
    }
  }

  @Test func `visible pictures go before prefetched ones`() async throws {
    let pipeline = pipeline(connections: 1)
    let blocker = pipeline.loadImage(with: try request("/32x24?text=g&hang=1")) { _ in }
    await eventually("it is on its way") { server.statistics.inFlight == 1 }
    let (order, arrived) = AsyncStream.makeStream(of: String.self)
    // Only what is visible is answered, so that what comes first says what was asked for first.
    let loads = try [("low&hang=1", ImagePriority.low), ("low2&hang=1", .low), ("high", .high)].map
    {
      name, priority in
      pipeline.loadImage(with: try request("/32x24?text=\(name)", priority: priority)) { _ in
        arrived.yield(name)
      }
    }
    await eventually("the counters say so") { pipeline.statistics.queued == 3 }
    blocker.cancel()
    #expect(await order.first { _ in true } == "high")
    for load in loads { load.cancel() }
  }

  @Test func `a slow answer arrives whole`() async throws {
    let image = try await pipeline().image(for: request("/32x24?text=h&drip=4000&delay=20"))
    #expect(image.size == size)
  }

  @Test func `a silent server is given up after the timeout`() async throws {
    let error = try await error("/32x24?text=i&hang=1", from: pipeline(timeout: .seconds(1)))
    #expect(error == .timedOut(after: .seconds(1)))
  }

  @Test func `every broken answer ends in its own error`() async throws {
    let pipeline = pipeline(maxBytes: 100_000)
    func fails(_ path: String, _ matches: (ImageError) -> Bool) async throws {
      let error = try #require(try await error(path, from: pipeline), "\(path)")
      #expect(matches(error), "\(path): \(error)")
      #expect(!error.description.isEmpty)
    }
    try await fails("/32x24?status=404") { $0 == .status(404) }
    try await fails("/32x24?status=500") { $0 == .status(500) }
    try await fails("/32x24?truncate=20") { if case .truncated = $0 { true } else { false } }
    try await fails("/32x24?reset=10") {
      switch $0 {
      case .connection, .truncated: true
      default: false
      }
    }
    try await fails("/32x24?garbage=1") { if case .connection = $0 { true } else { false } }
    try await fails("/32x24?redirect=9") { if case .tooManyRedirects = $0 { true } else { false } }
    try await fails("/3000x3000?text=big&format=jpeg") {
      if case .tooLarge = $0 { true } else { false }
    }
    try await fails("/stats") { _ in true }
    #expect(pipeline.statistics.transfersInFlight == 0)
  }

  @Test func `a picture that is cut off each time shows what has come`() async throws {
    #expect(try await pipeline().image(for: request("/32x24?truncate=100")).endsEarly)
  }

  @Test func `a few redirects are followed`() async throws {
    #expect(try await pipeline().image(for: request("/32x24?redirect=3")).size == size)
  }
}
