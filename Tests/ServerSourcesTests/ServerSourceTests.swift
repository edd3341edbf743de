import Foundation
import GalleryItems
import ImageSources
import Prefetching
import Raster
import SourceItems
import Synchronization
import TestSupport
import Testing

@testable import ServerSources

@Suite(.timeLimit(.minutes(1))) struct ServerSourceTests {
  private let first = "http://host/photos.json"
  private let size = PixelSize(width: 4, height: 3)

  private func page(_ names: [String], next: String? = nil) -> String {
    let items = names.map { #"{"url": "\#($0)"}"# }.joined(separator: ", ")
    return #"{"items": [\#(items)]\#(next.map { #", "next": "\#($0)""# } ?? "")}"#
  }

  @Test func `the first page shows at once, and the next when it is asked for`() async throws {
    let server = Server([
      first: page(["a.jpg", "b.jpg"], next: "?2"), first + "?2": page(["c.jpg"]),
    ])
    let source = try server.start(server.arguments(first))
    await eventually("it is read") { server.latest?.supply == .onDemand(pageItems: 2) }
    #expect(server.items.map(\.caption) == ["a.jpg", "b.jpg"])
    #expect(server.latest?.isComplete == false)
    #expect(server.asked.entries == [first])
    (source as? any PagedSource)?.readOn()
    await eventually("it is read") { server.latest?.isComplete == true }
    #expect(server.items.map(\.caption) == ["a.jpg", "b.jpg", "c.jpg"])
    #expect(server.items[2].url(for: size)?.absoluteString == "http://host/c.jpg")
    let changes = server.changes.entries
    #expect(changes.map(\.changes?.inserted.ranges.first).contains(2..<3))
  }

  @Test func `a page that fails is a row with its reason, until it is asked for again`()
    async throws
  {
    let server = Server([first: page(["a.jpg"], next: "?2")])
    let source = try server.start(server.arguments(first))
    await eventually("it is read") { server.latest?.supply == .onDemand(pageItems: 1) }
    (source as? any PagedSource)?.readOn()
    await eventually("it is read") { server.latest?.supply == .failed }
    #expect(server.items.count == 2)
    #expect(
      server.items[1].problem?.contains("http://host/photos.json?2: the server answered 404")
        == true)
    let failed = try #require(server.latest?.snapshot.id(at: 1))
    server.set(
      first + "?2",
      .page(ServerPage(address: first + "?2", body: Array(page(["b.jpg", "c.jpg"]).utf8))))
    (source as? any PagedSource)?.readOn()
    await eventually("it is read") { server.latest?.isComplete == true }
    #expect(server.items.map(\.caption) == ["a.jpg", "b.jpg", "c.jpg"])
    #expect(server.latest?.snapshot.place(of: failed) == nil)
  }

  @Test(arguments: [
    ("<html>", "HTML page in place of JSON"), (#"{"items": [{"url": "b.j"#, "cut off"),
    (#"{"items": [], "next": "photos.json"}"#, "read before"),
    (#"{"items": [], "next": "file:///etc/passwd"}"#, "not followed"),
    ("PNG", "neither JSON"),
  ])
  func `a later page that is none says why`(body: String, reason: String) async throws {
    let server = Server([first: page(["a.jpg"], next: "?2"), first + "?2": body])
    let source = try server.start(server.arguments(first))
    await eventually("it is read") { server.latest?.supply == .onDemand(pageItems: 1) }
    (source as? any PagedSource)?.readOn()
    await eventually("it is read") { server.latest?.supply == .failed }
    #expect(server.items.last?.problem?.contains(reason) == true)
  }

  @Test func `a picture's address that fails is a tile, which says why`() async throws {
    let server = Server([:])
    let source = try server.start(server.arguments("https://host/photo"))
    await eventually("it is read") { server.latest?.isComplete == true }
    #expect(server.latest?.itemCount == 1 && source.failure == nil)
    #expect((source as? ServerSource)?.isPicture == true)
  }

  @Test(arguments: [
    "01-Jan-2300 10:00 5", "9999-12-31", "2026-11-22 Spaß", "22-Nov-2026 10:00 1e15G",
    "22-Nov-2026 10:00 -1", "22-Nov-2026 10:00 nan",
  ])
  func `any text may follow a link`(text: String) async throws {
    let page = "<a href=\"a.jpg\">a.jpg</a> \(text)\n<a href=\"b.jpg\">b.jpg</a> \(text)\n"
    let server = Server(["https://host/": page], type: "text/html")
    _ = try server.start(
      server.arguments("https://host/", sorting: PictureSorting(order: .size)))
    await eventually("it is read") { server.latest?.isComplete == true }
    #expect(server.latest?.itemCount == 2)
  }

  @Test func `a page's address is not repeated without a bound`() async throws {
    let long = "https://host/" + String(repeating: "x", count: 10_000)
    let server = Server(["https://host/p.json": #"{"items": [{"url": "a"}], "next": "\#(long)"}"#])
    _ = try server.start(server.arguments("https://host/p.json"))
    await eventually("it is read") { server.latest?.supply == .failed }
    #expect(server.items.first?.problem?.contains("which is not followed") == true)
  }

  @Test func `a first page that fails is a row with its reason, until it is asked for again`()
    async throws
  {
    let server = Server([first: "<html>"])
    let source = try server.start(server.arguments(first))
    for count in 1...2 {
      await eventually("it is read") {
        server.changes.entries.filter { $0.supply == .failed }.count == count
      }
      #expect(server.items.count == 1 && source.failure == nil)
      let problem = server.items.first?.problem ?? ""
      #expect(problem.contains("HTML page in place of JSON") && problem.hasSuffix("r asks again"))
      if count == 2 {
        let body = Array(page(["a.jpg"]).utf8)
        server.set(first, .page(ServerPage(address: first, body: body)))
      }
      (source as? any PagedSource)?.readOn()
    }
    await eventually("it is read") { server.latest?.isComplete == true }
    #expect(server.items.map(\.caption) == ["a.jpg"] && source.failure == nil)
  }

  @Test func `who asks while the first page is fetched does not ask again`() async throws {
    let server = Server([:])
    let source: Mutex<(any PagedSource)?> = Mutex(nil)
    let arguments = SourceArguments(sources: [first]) { address in
      server.asked.add(address)
      source.withLock { $0 }?.readOn()
      return .failed("the server answered 404")
    }
    let live = try server.start(arguments)
    source.withLock { $0 = live as? any PagedSource }
    for count in 1...20 {
      await eventually("it has failed \(count) times") {
        server.changes.entries.filter { $0.supply == .failed }.count == count
          && server.asked.entries.count == count
      }
      source.withLock { $0 }?.readOn()
    }
  }

  @Test func `where no person can ask again, a first page that fails is the source's error`()
    async throws
  {
    let server = Server([first: "<html>"])
    #expect(throws: SourceError.self) { try server.arguments(first).resolve() }
    let source = try #require(server.arguments(first).openServer())
    source.start(onThread: { _, _, body in Thread.detachNewThread(body) }) { [server] in
      server.changes.add($0)
    }
    await eventually("it is read") { server.latest?.isComplete == true }
    #expect(source.failure?.description.contains("HTML page in place of JSON") == true)
  }

  @Test func `a list from a server names no file of this machine`() async throws {
    let server = Server([
      first: #"""
      [{"url": "a.jpg", "thumbnail": "file:///etc/hostname"}, {"url": "file:///etc/passwd"},
       "/etc/passwd.png", {"url": "ftp://host/x.png"}]
      """#
    ])
    _ = try server.start(server.arguments(first))
    await eventually("it is read") { server.latest?.isComplete == true }
    let urls = server.items.map { $0.tileURL(for: size)?.absoluteString }
    #expect(urls == ["http://host/a.jpg", nil, "http://host/etc/passwd.png", nil])
    #expect(server.items[1].problem?.contains("http, https and data URLs only") == true)
  }

  @Test func `an address that is a picture is one`() async throws {
    let server = Server([:])
    server.set("http://host/x?id=5", .picture)
    let source = try server.start(server.arguments("http://host/x?id=5"))
    await eventually("it is read") { server.latest?.isComplete == true }
    #expect((source as? ServerSource)?.isPicture == true)
    #expect(server.items.map(\.id) == ["http://host/x?id=5"])
  }

  @Test func `a URL with a picture's ending is not looked at`() {
    let server = Server([:])
    #expect(server.arguments("http://host/a.jpg").openLive() == nil)
    #expect(server.arguments("http://host/{index}").openLive() == nil)
    #expect(server.arguments("http://host/a", "http://host/b").openLive() == nil)
    #expect(server.asked.entries.isEmpty)
  }

  @Test func `without a terminal all pages are read`() throws {
    let server = Server([
      first: page(["a.jpg"], next: "?2"), first + "?2": page([], next: "?3"),
      first + "?3": page(["b.jpg"]),
    ])
    let items = try server.arguments(first).resolve().items
    #expect(items.itemCount == 2)
  }

  // MARK: - Folders

  private static let others = ["r.jfif", "s.jpg~", "t.jpg_large"]
  private let listing = """
    <html><head><title>Index of /p/</title></head><body><h1>Index of /p/</h1><hr><pre>
    <a href="../">../</a>
    <a href="sub/">sub/</a>                 22-Nov-2026 18:00                   -
    <a href="img10.jpg">img10.jpg</a>       20-Nov-2026 18:00               12345
    <a href="img2.jpg">img2.jpg</a>         22-Nov-2026 18:00                 500
    <a href="a%20b%26.png">a b&amp;.png</a> 21-Nov-2026 18:00                 900
    <A class=x HREF='q&amp;a.gif'>q</A>
    <a href="r.jfif">r</a> <a href="s.jpg~">s</a> <a href="t.jpg_large">t</a>
    <a href="notes.txt">notes.txt</a> <a href="u.jpgs">u</a>
    <a href=".hidden.jpg">x</a> <a href="/other/x.jpg">x</a> <a href="http://else/x.jpg">x</a>
    <a href="?C=N;O=D">Name</a> <a href="%2e%2e/up.jpg">x</a> <a href="img2.jpg">again</a> <a
    """

  @Test(arguments: [
    (PictureOrder.name, ["a b&.png", "img2.jpg", "img10.jpg", "q&a.gif"] + Self.others),
    (.date, ["q&a.gif"] + Self.others + ["img10.jpg", "a b&.png", "img2.jpg"]),
    (.size, ["q&a.gif"] + Self.others + ["img2.jpg", "a b&.png", "img10.jpg"]),
  ])
  func `the page of a folder lists its pictures, as far as it can be known in order`(
    order: PictureOrder, names: [String]
  ) async throws {
    let server = Server(["http://host/p/": listing], type: "text/html; charset=utf-8")
    _ = try server.start(
      server.arguments("http://host/p/", sorting: PictureSorting(order: order)))
    await eventually("it is read") { server.latest?.isComplete == true }
    #expect(server.items.map(\.caption) == names)
    #expect(server.latest?.notice == "1 folder inside is left out; -r shows it too")
    let encoded = try #require(server.items.first { $0.caption == "a b&.png" })
    #expect(encoded.url(for: size)?.absoluteString == "http://host/p/a%20b%26.png")
  }

  @Test func `folders inside are sections, each read when it is asked for`() async throws {
    let server = Server(
      [
        "http://host/p/": listing,
        "http://host/p/sub/":
          "<a href=\"c.jpg\">c</a><a href=\"../\">up</a><a href=\"./\">here</a>",
      ], type: "text/html")
    let source = try server.start(server.arguments("http://host/p/", recursive: true))
    await eventually("it is read") { server.latest?.supply == .onDemand(pageItems: 7) }
    (source as? any PagedSource)?.readOn()
    await eventually("it is read") { server.latest?.isComplete == true }
    #expect(server.items.last?.caption == "c.jpg")
    let sections = try #require(server.latest?.snapshot.sections)
    #expect((0..<sections.count).map(sections.title) == ["p", "p/sub"])
    #expect(server.asked.entries == ["http://host/p/", "http://host/p/sub/"])
  }

  @Test func `the first waiting server is asked for its next page`() async throws {
    let server = Server([
      "http://host/a.json": #"{"items": [{"url": "1.jpg"}], "next": "a2.json"}"#,
      "http://host/a2.json": #"[{"url": "2.jpg"}]"#,
      "http://host/b.json": #"{"items": [{"url": "3.jpg"}, {"url": "4.jpg"}], "next": "b2.json"}"#,
      "http://host/b2.json": #"[{"url": "5.jpg"}]"#,
    ])
    let source = try server.start(server.arguments("http://host/a.json", "http://host/b.json"))
    await eventually("both are read") {
      server.latest?.itemCount == 3
        && server.latest?.supply == .onDemand(pageItems: 1, itemsBehind: 2)
    }
    (source as? any PagedSource)?.readOn()
    await eventually("the first is read") {
      server.latest?.itemCount == 4 && server.latest?.supply == .onDemand(pageItems: 2)
    }
    (source as? any PagedSource)?.readOn()
    await eventually("both are read") { server.latest?.isComplete == true }
    #expect(server.latest?.itemCount == 5)
  }

  @Test func `an HTML page without pictures says so, and random ones never trap`() async throws {
    let server = Server(["http://host/": "<a href=x>y</a>"], type: "text/html")
    _ = try server.start(server.arguments("http://host/"))
    await eventually("it is read") { server.latest?.supply == .failed }
    #expect(server.items.first?.problem?.contains("links to no picture") == true)
    let outer = Server(["http://host/": "<a href=x/>x</a><a href=y/>y</a>"], type: "text/html")
    _ = try outer.start(outer.arguments("http://host/"))
    await eventually("it is read") { outer.latest?.supply == .failed }
    #expect(outer.items.first?.problem?.contains("but 2 folders: try -r") == true)
    var random = SeededRandom(seed: 4)
    let parts = [
      "<a ", "href", "=", "\"", "'", ">", "a.jpg", "</a>", "&#", "x41;", "&amp", " ", "\n",
      "22-Nov-2026", "é", "%", "/",
    ]
    for _ in 0..<2_000 {
      let text = (0..<30).compactMap { _ in parts.randomElement(using: &random) }.joined()
      _ = try? FolderPage.content(
        of: ServerPage(address: "http://h/", type: "text/html", body: Array(text.utf8)),
        FolderPage.Options())
    }
  }
}
