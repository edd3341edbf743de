import FolderSources
import Foundation
import GalleryItems
import ImageSources
import Prefetching
import SourceItems
import Synchronization
import TestSupport
import Testing

@testable import ServerSources

/// Sources whose items turn out to have other dates once their pictures are decoded.
@Suite(.timeLimit(.minutes(1))) struct LearnedDatesTests {
  private let folder = "http://host/p/"
  private let listing = """
    <a href="c.jpg">c.jpg</a>           20-Nov-2025 18:00  5
    <a href="b.jpg">b.jpg</a>           21-Nov-2025 18:00  5
    <a href="sub/">sub/</a>
    <a href="%22a%22%09.jpg">"a" .jpg</a> 22-Nov-2025 18:00  5
    """

  private func captions(_ server: Server) -> [String] { server.items.map(\.caption) }

  private func id(_ caption: String, in server: Server) throws -> ItemID {
    let place = try #require(captions(server).firstIndex(of: caption))
    return try #require(server.latest?.snapshot).id(at: place)
  }

  private func place(
    _ caption: String, _ date: String, of source: any LiveSource, on server: Server
  ) throws {
    try #require(source as? any DateSorting).place(try id(caption, in: server), takenAt: date)
  }

  @Test(arguments: [
    (false, ["b.jpg", "\"a\" .jpg", "c.jpg"]), (true, ["c.jpg", "\"a\" .jpg", "b.jpg"]),
  ])
  func `pictures of a server's folder move to where their cameras' dates belong`(
    isReversed: Bool, names: [String]
  ) async throws {
    let server = Server([folder: listing], type: "text/html")
    let sorting = PictureSorting(order: .taken, isReversed: isReversed)
    let source = try server.start(server.arguments(folder, sorting: sorting))
    await eventually("it is read") { server.latest?.isComplete == true }
    let listed = ["c.jpg", "b.jpg", "\"a\" .jpg"]
    #expect(captions(server) == (isReversed ? listed.reversed() : listed))
    let moving = try id("c.jpg", in: server)
    try place("c.jpg", "2026-01-01 00:00:00", of: source, on: server)
    await eventually("it has moved") { captions(server) == names }
    let latest = try #require(server.latest)
    #expect(latest.changes?.moved == (isReversed ? [2: 0] : [0: 2]) && latest.isComplete)
    #expect(latest.notice == nil, "the person knows what is left out")
    #expect(latest.snapshot.place(of: moving) == names.firstIndex(of: "c.jpg"))
    let query = CaptionQuery("c.jpg")
    #expect(
      latest.snapshot.firstMatch(of: query, in: 0..<3, .forward) == names.firstIndex(of: "c.jpg"))
  }

  @Test func `each page has its own order, and one that fails stays behind all`() async throws {
    let pages = [folder: listing, folder + "sub/": "<a href=\"d.jpg\">d</a><a href=\"e/\">e</a>"]
    let server = Server(pages, type: "text/html")
    let arguments = server.arguments(
      folder, recursive: true, sorting: PictureSorting(order: .taken))
    let source = try server.start(arguments)
    let paged = try #require(source as? any PagedSource)
    for count in [3, 4, 5] {
      await eventually("a page is read") {
        server.latest?.itemCount == count && server.latest?.supply != .flowing
      }
      if count < 5 { paged.readOn() }
    }
    let failed = try #require(server.latest?.snapshot.id(at: 4))
    try place("c.jpg", "2026-01-01 00:00:00", of: source, on: server)
    try place("d.jpg", "1999-01-01 00:00:00", of: source, on: server)
    await eventually("they have moved") {
      captions(server).dropLast() == ["b.jpg", "\"a\" .jpg", "c.jpg", "d.jpg"]
    }
    #expect(server.latest?.snapshot.place(of: failed) == 4 && server.latest?.supply == .failed)
  }

  @Test func `a date that comes while a page is fetched does not end the wait for the page`()
    async throws
  {
    let moved = DispatchSemaphore(value: 0)
    let live = Mutex<(any LiveSource)?>(nil)
    var folders = FolderSource.Options()
    folders.isRecursive = true
    folders.sorting = PictureSorting(order: .taken)
    let arguments = SourceArguments(sources: [folder], folders: folders) { [self] address in
      if address != folder {
        let source = live.withLock { $0 as? any DateSorting }
        source?.place(ItemID(rawValue: 0), takenAt: "2026-01-01 00:00:00")
        _ = moved.wait(timeout: .now() + 60)
      }
      let body = address == folder ? listing : "<a href=\"d.jpg\">d</a>"
      return .page(ServerPage(address: address, type: "text/html", body: Array(body.utf8)))
    }
    let source = try #require(arguments.openLive())
    live.withLock { $0 = source }
    let changes = Log<SnapshotChange>()
    source.start(onThread: { _, _, body in Thread.detachNewThread(body) }) { change in
      changes.add(change)
      if change.changes?.moved.isEmpty == false { moved.signal() }
    }
    await eventually("the first page is read") {
      changes.entries.last?.supply == .onDemand(pageItems: 3)
    }
    (source as? any PagedSource)?.readOn()
    await eventually("the next page is read") { changes.entries.last?.itemCount == 4 }
    let correction = try #require(
      changes.entries.first { $0.changes?.moved.isEmpty == false })
    #expect(correction.itemCount == 3 && correction.supply == .flowing)
  }

  @Test func `a post ends every correction, because the loop sleeps until one`() async throws {
    let server = Server([folder: listing], type: "text/html")
    let arguments = server.arguments(folder, sorting: PictureSorting(order: .taken))
    let source = try #require(arguments.openLive())
    let changes = Log<SnapshotChange>()
    source.start(onThread: { _, _, body in Thread.detachNewThread(body) }, changes.add)
    await eventually("it is read") { changes.entries.last?.isComplete == true }
    let dates = try #require(source as? any DateSorting)
    for moves in [true, false, false] {
      let count = changes.entries.count
      dates.place(ItemID(rawValue: 0), takenAt: "2026-01-01 00:00:00")
      await eventually("it is posted") { changes.entries.count > count }
      #expect(!dates.isPlacing && changes.entries.last?.changes?.moved.isEmpty == !moves)
    }
  }

  @Test(arguments: [PictureOrder.name, .date, .size])
  func `in other orders nothing moves`(order: PictureOrder) async throws {
    let server = Server([folder: listing], type: "text/html")
    let arguments = server.arguments(folder, sorting: PictureSorting(order: order))
    let source = try server.start(arguments)
    await eventually("it is read") { server.latest?.isComplete == true }
    let listed = captions(server)
    try place("c.jpg", "2026-01-01 00:00:00", of: source, on: server)
    // Nothing waits for dates, so that nothing can come of one later.
    #expect(PageDates(PictureSorting(order: order)) == nil && captions(server) == listed)
  }

  @Test func `the joined source with a picture moves it`() async throws {
    let server = Server([folder: listing, "http://else/": listing], type: "text/html")
    let arguments = server.arguments(
      folder, "http://else/", sorting: PictureSorting(order: .taken))
    let source = try server.start(arguments)
    await eventually("both are read") { server.latest?.isComplete == true }
    let latest = try #require(server.latest)
    let second = latest.snapshot.id(at: 3)
    #expect(latest.itemCount == 6)
    try #require(source as? any DateSorting).place(second, takenAt: "2026-01-01 00:00:00")
    await eventually("it has moved") { server.latest?.snapshot.place(of: second) == 5 }
    #expect(server.latest?.changes?.moved == [3: 5])
  }

  @Test func `joined sources say that an item has yet to move`() async throws {
    let server = Server([folder: listing, "http://else/": listing], type: "text/html")
    let arguments = server.arguments(
      folder, "http://else/", sorting: PictureSorting(order: .taken))
    let source = try #require(arguments.openLive())
    let threads = Log<@Sendable () -> Void>()
    source.start(onThread: { _, _, body in threads.add(body) }, server.changes.add)
    // Each source has a thread that reads, and then one that sorts.
    try #require(threads.count == 4)
    for number in [0, 2] { Thread.detachNewThread(threads.entries[number]) }
    await eventually("both are read") { server.latest?.isComplete == true }
    let dates = try #require(source as? any DateSorting)
    let second = try #require(server.latest?.snapshot).id(at: 3)
    #expect(!dates.isPlacing)
    dates.place(second, takenAt: "2026-01-01 00:00:00")
    #expect(dates.isPlacing)
    for number in [1, 3] { Thread.detachNewThread(threads.entries[number]) }
    await eventually("it has moved") { !dates.isPlacing }
    #expect(server.latest?.changes?.moved == [3: 5])
  }
}
