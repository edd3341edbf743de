import Foundation
import GalleryItems
import ServerSources
import SourceItems
import Synchronization
import TestSupport
import Testing

@testable import ImageSources

@Suite(.timeLimit(.minutes(1))) struct PagedTextTests {
  @Test func `who asks while a page is fetched asks for that page`() async throws {
    let pages = (0..<20).map {
      #"{"items": ["\#($0).jpg"], "next": "http://host/\#($0 + 1).json"}"#
    }
    let asked = Log<String>()
    let source = Mutex<(any PagedSource)?>(nil)
    let arguments = SourceArguments(sources: ["http://host/0.json"]) { address in
      asked.add(address)
      source.withLock { $0 }?.readOn()
      return .page(ServerPage(address: address, body: Array(pages[asked.count - 1].utf8)))
    }
    let live = try #require(arguments.openLive())
    let paged = try #require(live as? any PagedSource)
    let changes = Log<SnapshotChange>()
    live.start(onThread: { _, _, body in Thread.detachNewThread(body) }) { changes.add($0) }
    await eventually("it is read") { changes.entries.last?.supply == .onDemand(pageItems: 1) }
    source.withLock { $0 = paged }
    for count in 2...4 {
      paged.readOn()
      await eventually("it is read") {
        changes.entries.last.map { $0.itemCount >= count && $0.supply != .flowing } == true
      }
      #expect(changes.entries.last?.itemCount == count && asked.count == count)
    }
  }

  @Test func `a page that leads back to one before is the last, with what it has`() async throws {
    let first = "http://host/photos.json"
    let pages = [first: "a.jpg", first + "?2": "b.jpg"].mapValues {
      #"{"items": ["\#($0)"], "next": "?2"}"#
    }
    let server = Server(pages)
    let source = try server.start(server.arguments(first))
    await eventually("it is read") { server.latest?.supply == .onDemand(pageItems: 1) }
    (source as? any PagedSource)?.readOn()
    await eventually("it is read") { server.latest?.isComplete == true }
    #expect(server.items.map(\.caption) == ["a.jpg", "b.jpg"])
  }
}
