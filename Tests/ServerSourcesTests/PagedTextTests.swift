import Foundation
import GalleryItems
import ListSources
import SourceItems
import Synchronization
import TestSupport
import Testing

@testable import ImageSources
@testable import ServerSources

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

  @Test func `a list that no folder takes is unreadable, with the reason`() throws {
    let first = ServerPage(address: "http://host/photos.json", body: Array(#"["a.jpg"]"#.utf8))
    let content = try ManifestPage.content(of: first, ColumnNames())
    var queue = PageQueue(first.address)
    try queue.finish(
      PageQueue.Page(address: first.address), with: content, isFolder: false)
    let reader = PageReader(
      fetch: { _ in .failed("nothing is fetched") }, columns: ColumnNames(),
      folders: FolderPage.Options())
    let text = PagedText(
      content, queue, reader: reader, dates: nil, flows: true, kept: KeptText(folders: []))
    let list = GrowingList(
      text, named: "photos.json", folder: nil,
      detection: ListDetection(known: .table(PageContent.layout)))
    list.read {}
    #expect(
      list.failure
        == .unreadable("photos.json", reason: "no folder takes its text (TMPDIR names a folder)"))
  }

  @Test func `a page that fails ends a list without pictures, with the reason`() throws {
    let first = "http://host/photos.json"
    let server = Server([first: #"{"items": [], "next": "?2"}"#])
    let source = ServerSource(
      first,
      reader: PageReader(
        fetch: { server.answer($0) }, columns: ColumnNames(), folders: FolderPage.Options()),
      flows: true)
    #expect(throws: SourceError.unreadable(first, reason: "the server answered 404")) {
      _ = try source.read()
    }
  }
}
