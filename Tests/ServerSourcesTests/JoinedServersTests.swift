import Foundation
import GalleryItems
import ServerSources
import SourceItems
import TestSupport
import Testing

/// Lists from servers whose items are shown together with others.
@Suite(.timeLimit(.minutes(1))) struct JoinedServersTests {
  private let pages = [
    "http://host/b.json": #"{"items": [{"url": "3.jpg"}, {"url": "4.jpg"}], "next": "b2.json"}"#,
    "http://host/b2.json": #"[{"url": "5.jpg"}]"#,
  ]

  private func set(_ address: String, _ body: String, of server: Server) {
    server.set(address, .page(ServerPage(address: address, body: Array(body.utf8))))
  }

  @Test func `a page that failed is asked for again while another source waits to be asked`()
    async throws
  {
    let server = Server(pages)
    let source = try server.start(server.arguments("http://host/a.json", "http://host/b.json"))
    let paged = try #require(source as? any PagedSource)
    await eventually("the first has failed, and the second waits") {
      server.latest?.itemCount == 3 && server.latest?.supply == .onDemand(pageItems: 2)
        && server.latest?.hasFailedPage == true
    }
    set("http://host/a.json", #"[{"url": "1.jpg"}, {"url": "2.jpg"}]"#, of: server)
    paged.askAgain()
    await eventually("the first is read") {
      server.latest?.itemCount == 4 && server.latest?.supply == .onDemand(pageItems: 2)
        && server.latest?.hasFailedPage == false
    }
    #expect(!server.asked.entries.contains("http://host/b2.json"))
    paged.readOn()
    await eventually("both are read") { server.latest?.isComplete == true }
    #expect(server.latest?.itemCount == 5)
  }

  @Test func `where one source failed, the other is read on`() async throws {
    let server = Server(pages)
    let source = try server.start(server.arguments("http://host/a.json", "http://host/b.json"))
    await eventually("the first has failed, and the second waits") {
      server.latest?.itemCount == 3 && server.latest?.supply == .onDemand(pageItems: 2)
    }
    (source as? any PagedSource)?.readOn()
    await eventually("only the first is left") {
      server.latest?.itemCount == 4 && server.latest?.supply == .failed
    }
    #expect(server.asked.entries.count { $0 == "http://host/a.json" } == 1)
  }

  @Test(arguments: ["http://host/a.json", "http://host/b.json"])
  func `a source that waits for the person holds up no notice`(address: String) async throws {
    let path = NSTemporaryDirectory() + "filmstrip-\(UUID().uuidString)"
    try FileManager.default.createDirectory(atPath: path, withIntermediateDirectories: true)
    defer { try? FileManager.default.removeItem(atPath: path) }
    let server = Server(pages)
    _ = try server.start(server.arguments(address, path))
    await eventually("it says what was left out") {
      server.changes.entries.contains { $0.notice?.contains("left out") == true }
    }
    #expect(server.latest?.isComplete == false)
  }
}
