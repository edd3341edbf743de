import DiskCache
import Foundation
import ImageLoading
import ServerSources
import Synchronization
import TestSupport
import Testing

@testable import GalleryApp

/// Pages of lists, from a server to the disk cache and back.
@Suite(.ownThread, .timeLimit(.minutes(1))) struct PageFetcherTests {
  private let folder: TemporaryFolder
  private let requests = Log<String>()
  private let pages = Pages()
  private let time = VirtualTime()

  /// The pages of the server.
  private final class Pages: Sendable {
    let body = Mutex(#"["a.jpg"]"#)
    let tag = Mutex(#""1""#)
  }

  init() throws { folder = try TemporaryFolder() }

  /// A server that says 304 where it may.
  private func server(_ more: [String] = []) throws -> RawServer {
    try RawServer { [requests, pages] connection in
      let request = connection.readRequest()
      requests.add(request)
      let tag = pages.tag.withLock { $0 }
      if request.hasPrefix("GET /old") {
        return connection.respond("302 Found", headers: ["Location: /photos/"], body: [])
      }
      if request.contains("If-None-Match: \(tag)\r\n") {
        connection.send("HTTP/1.1 304 Not Modified\r\nETag: \(tag)\r\nConnection: close\r\n\r\n")
        return
      }
      connection.respond(
        headers: ["ETag: \(tag)", "Content-Type: application/json"] + more,
        body: Array(pages.body.withLock { $0 }.utf8))
    }
  }

  /// Fetches a page as a newly started program.
  private func fetch(_ address: String, headers: [String] = []) throws -> ServerPage? {
    var loading = SessionConfiguration.Loading()
    loading.headers = try OriginHeaders(headers, for: [address])
    let cache = DataCache(folder: folder.url.path)
    defer { cache.flush() }
    guard case .page(let page) = PageFetcher(loading, cache: cache, clock: time).fetch(address)
    else { return nil }
    return page
  }

  private var keptText: String {
    let files = FileManager.default.enumerator(at: folder.url, includingPropertiesForKeys: nil)
    return (files?.allObjects ?? []).compactMap { $0 as? URL }
      .compactMap { try? Data(contentsOf: $0) }
      .map { String(decoding: $0, as: UTF8.self) }.joined()
  }

  @Test func `a page is asked about each time, and sent again once it is another`() throws {
    let server = try server(["Cache-Control: max-age=1000"])
    let address = "http://127.0.0.1:\(server.port)/photos.json"
    for _ in 0..<2 {
      let page = try #require(try fetch(address))
      #expect(page.address == address && page.type == "application/json")
      #expect(page.body == Array(#"["a.jpg"]"#.utf8))
    }
    #expect(requests.entries.map { $0.contains("If-None-Match") } == [false, true])
    pages.body.withLock { $0 = #"["b.jpg"]"# }
    pages.tag.withLock { $0 = #""2""# }
    for _ in 0..<2 { #expect(try fetch(address)?.body == Array(#"["b.jpg"]"#.utf8)) }
    #expect(requests.entries.last?.contains(#"If-None-Match: "2""#) == true)
  }

  @Test func `a page requested with a private header field is not on the disk`() throws {
    let server = try server()
    let address = "http://127.0.0.1:\(server.port)/photos.json"
    for _ in 0..<2 { #expect(try fetch(address, headers: ["x-api-key: secret"]) != nil) }
    #expect(requests.entries.allSatisfy { $0.lowercased().contains("x-api-key: secret") })
    #expect(!requests.entries.contains { $0.contains("If-None-Match") })
    #expect(!keptText.contains("a.jpg"))
  }

  @Test func `a page that must not be stored, or comes by a redirect, is not on the disk`() throws {
    let server = try server(["Cache-Control: no-store"])
    for name in ["photos.json", "old/"] {
      let address = "http://127.0.0.1:\(server.port)/\(name)"
      for _ in 0..<2 { #expect(try fetch(address)?.body == Array(#"["a.jpg"]"#.utf8)) }
    }
    let open = try self.server()
    let moved = try #require(try fetch("http://127.0.0.1:\(open.port)/old/"))
    #expect(moved.address.hasSuffix("/photos/"))
    #expect(!requests.entries.contains { $0.contains("If-None-Match") })
    #expect(!keptText.contains("a.jpg"))
  }

  @Test func `a page whose server is out of order is shown as it was`() throws {
    let down = Down()
    let server = try RawServer { connection in
      _ = connection.readRequest()
      if down.isDown.load(ordering: .relaxed) {
        return connection.respond("501 Not Implemented", body: [])
      }
      connection.respond(headers: [#"ETag: "1""#], body: Array("[]".utf8))
    }
    let address = "http://127.0.0.1:\(server.port)/photos.json"
    #expect(try fetch(address) != nil)
    down.isDown.store(true, ordering: .relaxed)
    #expect(try fetch(address)?.body == Array("[]".utf8))
  }

  @Test func `a page is asked for again after the time that its server wants`() throws {
    let server = try RawServer { [requests] connection in
      requests.add(connection.readRequest())
      if requests.count > 1 { return connection.respond(body: Array("[]".utf8)) }
      connection.respond("503 Busy", headers: ["Retry-After: 30"], body: [])
    }
    #expect(try fetch("http://127.0.0.1:\(server.port)/photos.json")?.body == Array("[]".utf8))
    #expect(requests.count == 2)
    #expect(time.now == .seconds(30))
  }

  private final class Down: Sendable {
    let isDown = Atomic(false)
  }
}
