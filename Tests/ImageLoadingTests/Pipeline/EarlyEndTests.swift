import DiskCache
import FoundationEssentials
import Raster
import TestSupport
import Testing

@testable import ImageLoading
@testable import LoadPlanning

/// Bodies of unknown length that end too early, from a real server.
@Suite(.timeLimit(.minutes(1))) struct EarlyEndTests {
  private let folder: TemporaryFolder
  private let cache: DataCache
  private let pipeline: ImagePipeline

  init() throws {
    folder = try TemporaryFolder()
    cache = DataCache(folder: folder.url.path + "/cache")
    var configuration = ImagePipeline.Configuration()
    configuration.decoder = FlatDecoder()
    configuration.dataCache = cache
    configuration.retryPolicy = RetryPolicy(maxAttempts: 1)
    pipeline = ImagePipeline(configuration)
  }

  /// Loads the picture that a server answers with; line ends are written `↵`.
  private func load(_ answer: String, isReset: Bool = false) async throws -> Int {
    let head = "HTTP/1.1 200 OK↵Cache-Control: max-age=60↵ETag: \"a\"↵"
    let server = try RawServer { connection in
      _ = connection.readRequest()
      connection.send((head + answer).replacing("↵", with: "\r\n"))
      if isReset { connection.reset() }
    }
    let request = ImageRequest(
      url: try server.url(), targetSize: PixelSize(width: 1, height: 1))
    _ = try? await pipeline.image(for: request)
    cache.flush()
    return cache.usage().count
  }

  @Test(arguments: [
    // Nothing tells a whole body from a part where the connection ends.
    "↵abc", "Connection: close↵↵abc", "Transfer-Encoding: chunked↵↵3↵abc↵",
    "Transfer-Encoding: chunked↵↵9↵abc",
  ])
  func `a body that may be partial is not stored`(answer: String) async throws {
    #expect(try await load(answer) == 0)
  }

  @Test(arguments: ["↵abc", "Transfer-Encoding: chunked↵↵3↵abc↵"])
  func `a body cut off by a reset is not stored`(answer: String) async throws {
    #expect(try await load(answer, isReset: true) == 0)
  }

  @Test(arguments: ["Content-Length: 3↵↵abc", "Transfer-Encoding: chunked↵↵3↵abc↵0↵↵"])
  func `a whole body is stored`(answer: String) async throws {
    #expect(try await load(answer) == 1)
  }
}
