import DiskCache
import FoundationEssentials
import LoadingTestSupport
import Raster
import TestSupport
import Testing

@testable import ImageLoading
@testable import LoadPlanning

/// Header fields of a caller's own, on their way to a server.
@Suite(.timeLimit(.minutes(1))) struct RequestHeadersTests {
  private static let mine = ["Authorization": "Bearer mine"]

  /// A server that answers, and writes down the lines of each request.
  private func server(
    _ requests: Log<[String]>, redirecting path: String = "", to target: String = ""
  ) throws -> RawServer {
    try RawServer { connection in
      let lines = connection.readRequest().split(separator: "\r\n").map(String.init)
      requests.add(lines)
      if !path.isEmpty, lines.first?.hasPrefix("GET \(path) ") == true {
        connection.respond("302 Found", headers: ["Location: \(target)"])
      } else {
        connection.respond()
      }
    }
  }

  private func fetch(_ url: URL, _ headers: [String: String]) async -> EventLog {
    await DataLoader().events(for: DataRequest(url: url, headers: headers))
  }

  @Test func `they are sent as they are, in place of the loader's own taste`() async throws {
    let requests = Log<[String]>()
    let server = try server(requests)
    let headers = [
      "Authorization": "Bearer a b", "Cookie": "c=d; e=f", "X-Token": "\"g\" h",
      "accept": "image/png", "User-Agent": "tests",
    ]
    #expect(await fetch(try server.url(), headers).error == nil)
    let lines = try #require(requests.entries.first)
    for (name, value) in headers {
      let sent = lines.filter { $0.lowercased().hasPrefix(name.lowercased() + ":") }
      #expect(sent.count == 1 && sent.first?.hasSuffix(": \(value)") == true, "\(name): \(sent)")
    }
  }

  @Test(arguments: [
    ["": "a"], ["A b": "c"], ["A\r\nB": "c"], ["Ä": "b"], ["A\u{0}": "b"], ["A": ""], ["A": " b"],
    ["A": "b "], ["A": "\tb"], ["A": "b\r\nC: d"], ["A": "b\nc"], ["A": "b\rc"], ["A": "b\u{0}c"],
    ["A": "ä"], ["A": "b\u{7F}c"], ["Host": "b"], ["range": "bytes=0-"], ["If-Range": "b"],
    ["Content-Length": "5"], ["IF-NONE-MATCH": "*"], ["If-Modified-Since": "b"],
    ["Connection": "close"], ["Transfer-Encoding": "chunked"], ["Accept-Encoding": "gzip"],
  ])
  func `an invalid header field is refused, and nothing is sent`(headers: [String: String])
    async throws
  {
    let requests = Log<[String]>()
    let server = try server(requests)
    let name = try #require(headers.keys.first)
    #expect(await fetch(try server.url(), headers).error == .badHeader(name: name))
    let pipeline = ImagePipeline()
    let request = ImageRequest(
      url: try server.url(), targetSize: PixelSize(width: 4, height: 4), headers: headers)
    await #expect(throws: ImageError.badHeader(name: name)) {
      try await pipeline.image(for: request)
    }
    #expect(requests.count == 0)
  }

  @Test func `through a pipeline they arrive, and the disk cache neither answers nor keeps`()
    async throws
  {
    let requests = Log<[String]>()
    let server = try server(requests)
    let folder = try TemporaryFolder()
    var configuration = ImagePipeline.Configuration()
    let cache = DataCache(folder: folder.url.path + "/cache")
    configuration.dataCache = cache
    let pipeline = ImagePipeline(configuration)
    var entries: [Int] = []
    for headers in [Self.mine, [:], Self.mine] {
      let request = ImageRequest(
        url: try server.url(), targetSize: PixelSize(width: 4, height: 4), headers: headers)
      let bytes = await withCheckedContinuation { continuation in
        _ = pipeline.loadData(with: request) { continuation.resume(returning: $0) }
      }
      #expect(bytes == .success(Data([7])))
      cache.flush()
      entries.append(cache.usage().count)
    }
    #expect(entries == [0, 1, 1])
    let named = requests.entries.map { $0.contains("Authorization: Bearer mine") }
    #expect(named == [true, false, true])
  }

  @Test func `a redirect within the origin keeps them`() async throws {
    let requests = Log<[String]>()
    let server = try server(requests, redirecting: "/a", to: "/b")
    #expect(await fetch(try server.url(), Self.mine).error == nil)
    #expect(requests.count == 2)
    #expect(requests.entries.allSatisfy { $0.contains("Authorization: Bearer mine") })
  }

  @Test func `a redirect to another port leaves them behind, also where it leads back`()
    async throws
  {
    let (first, second) = (Log<[String]>(), Log<[String]>())
    let home = Log<Int>()
    let other = try RawServer { connection in
      second.add(connection.readRequest().split(separator: "\r\n").map(String.init))
      let port = home.entries.first ?? 0
      connection.respond("302 Found", headers: ["Location: http://127.0.0.1:\(port)/b"])
    }
    let server = try server(first, redirecting: "/a", to: "http://127.0.0.1:\(other.port)/a")
    home.add(server.port)
    #expect(await fetch(try server.url(), Self.mine).error == nil)
    #expect(first.count == 2 && second.count == 1)
    let named = (first.entries + second.entries).map { lines in
      lines.contains { $0.hasPrefix("Authorization:") }
    }
    #expect(named == [true, false, false])
  }
}
