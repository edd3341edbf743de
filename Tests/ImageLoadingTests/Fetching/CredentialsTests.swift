import DiskCache
import Foundation
import Raster
import TestSupport
import Testing

@testable import ImageLoading
@testable import LoadPlanning

/// Names and passwords in URLs go to the server, and stay apart on disk without being there.
@Suite(.timeLimit(.minutes(1))) struct CredentialsTests {
  private func identity(_ text: String) throws -> String {
    try #require(URL(string: text)).cacheIdentity
  }

  @Test func `each name has an entry of its own, which tells neither name nor password`() throws {
    let plain = try identity("http://a.test/b?c=d@e")
    #expect(plain == "http://a.test/b?c=d@e")
    let me = try identity("http://me:secret@a.test/b?c=d@e")
    let you = try identity("http://you:secret@a.test/b?c=d@e")
    #expect(Set([plain, me, you]).count == 3)
    #expect(me.hasPrefix("http://a.test/b?c=d@e ") && !me.contains("me:") && !me.contains("secret"))
    #expect(try me == identity("http://me:changed@a.test/b?c=d@e"))
    #expect(try me == identity("http://me@a.test/b?c=d@e"))
    #expect(try identity("http://:secret@a.test/b") == "")
    #expect(try me != identity("http://me@a.test/other?c=d@e"))
  }

  @Test func `errors do not repeat them`() throws {
    let text = "http://me:secret@"
    let url = try #require(URL(string: "http://me:secret@/x"))
    #expect(throws: ImageError.badURL("http:///x")) { try ByteSource(of: url) }
    let errors: [ImageError] = [
      .badURL(text), .refusedRedirect(to: text), .connection(code: 1, reason: "for \(text)a: no"),
    ]
    for error in errors { #expect(!error.description.contains("secret")) }
    let origin = try #require(URL(string: "https://a.test/"))
    #expect(throws: ImageError.refusedRedirect(to: "http://b.test/")) {
      try Redirect.target(of: "http://me:secret@b.test/", from: origin)
    }
  }

  @Test func `the server is told them, the disk is not`() async throws {
    let folder = try TemporaryFolder()
    let requests = Log<String>()
    let server = try RawServer { connection in
      requests.add(connection.readRequest())
      connection.respond(headers: ["Cache-Control: max-age=1000"])
    }
    for credentials in ["me:secret@", "you:secret@", "me:secret@", ""] {
      var configuration = ImagePipeline.Configuration()
      configuration.decoder = FlatDecoder()
      let cache = DataCache(folder: folder.url.path + "/cache")
      configuration.dataCache = cache
      let pipeline = ImagePipeline(configuration)
      let url = try server.url(credentials: credentials)
      let target = PixelSize(width: 2, height: 2)
      _ = try await pipeline.image(for: ImageRequest(url: url, targetSize: target))
      cache.flush()
    }
    #expect(requests.count == 3)
    let authorizations = requests.entries.map { request in
      request.split(separator: "\r\n").first { $0.hasPrefix("Authorization: ") }
    }
    #expect(authorizations[0] == "Authorization: Basic bWU6c2VjcmV0")
    #expect(authorizations[1] == "Authorization: Basic eW91OnNlY3JldA==")
    #expect(authorizations[2] == nil)
    let names = try #require(FileManager.default.subpaths(atPath: folder.url.path))
    for name in names {
      let bytes = (try? Data(contentsOf: folder.url.appendingPathComponent(name))) ?? Data()
      #expect(bytes.range(of: Data("secret".utf8)) == nil)
    }
  }
}
