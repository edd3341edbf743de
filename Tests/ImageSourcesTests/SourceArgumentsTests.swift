import Foundation
import GalleryItems
import Glibc
import ListSources
import Prefetching
import Raster
import SourceItems
import SourcesTestSupport
import TestSupport
import Testing

@testable import ImageSources

@Suite struct SourceArgumentsTests {
  func resolve(
    _ sources: String..., count: Int? = nil, first: Int? = nil, total: Int? = nil
  ) throws -> AnyItemSnapshot {
    try SourceArguments(sources: sources, count: count, first: first, total: total).resolve().items
  }

  func captions(_ source: AnyItemSnapshot) -> [String] {
    (0..<source.numberOfSections).flatMap { section in
      (0..<source.numberOfItems(inSection: section)).map {
        source.item(at: IndexPath(item: $0, section: section)).caption
      }
    }
  }

  @Test(arguments: [
    ("https://h/a%20b c.png", "a b c.png", "https://h/a%20b%20c.png"),
    ("https://h/caf%E9.png", "café.png", "https://h/caf%E9.png"),
    ("https://h/caf%C3%A9.png?size=1/2#x", "café.png", "https://h/caf%C3%A9.png?size=1/2#x"),
    ("data:image/gif,a b", "data", "data:image/gif,a%20b"),
  ])
  func `a URL is escaped once, and captioned with its decoded name`(
    text: String, caption: String, url: String
  ) throws {
    let item = try resolve(text).item(at: IndexPath(item: 0, section: 0))
    #expect(item.caption == caption)
    #expect(item.url(for: PixelSize(width: 1, height: 1))?.absoluteString == url)
  }

  @Test func `one picture is one that is named, not one in a folder or a list`() throws {
    let folder = try folder(["a.jpg", "list.txt"])
    try FileManager.default.createDirectory(
      atPath: folder + "/folder.png", withIntermediateDirectories: true)
    defer { try? FileManager.default.removeItem(atPath: folder) }
    func isOne(_ sources: String...) -> Bool { SourceArguments(sources: sources).isOnePicture }
    #expect(isOne(folder + "/a.jpg") && isOne("https://host/a.jpg") && isOne("data:image/png,x"))
    #expect(!isOne(folder) && !isOne(folder + "/folder.png") && !isOne(folder + "/list.txt"))
    #expect(!isOne(folder + "/a.jpg", folder + "/a.jpg") && !isOne("-") && !isOne())
    #expect(!isOne("https://host/{index}.jpg") && !isOne(folder + "/missing.jpg"))
  }

  /// A folder of its own with empty files of these names.
  func folder(_ names: [String]) throws -> String {
    let path = NSTemporaryDirectory() + "filmstrip-\(UUID().uuidString)"
    try FileManager.default.createDirectory(atPath: path, withIntermediateDirectories: true)
    for name in names { try Data().write(to: URL(fileURLWithPath: path + "/" + name)) }
    return path
  }

  @Test func `a folder gives its pictures in natural order`() throws {
    let path = try folder(["b10.JPG", "b9.png", "a.webp", ".hidden.jpg", "notes.md", "c.gif"])
    defer { try? FileManager.default.removeItem(atPath: path) }
    #expect(captions(try resolve(path)) == ["a.webp", "b9.png", "b10.JPG", "c.gif"])
  }

  @Test func `hostile names keep their bytes in the URL`() throws {
    let path = try folder(["a b%20?#\u{1B}[31m{width}.png"])
    defer { try? FileManager.default.removeItem(atPath: path) }
    let item = try resolve(path).item(at: IndexPath(item: 0, section: 0))
    let url = try #require(item.url(for: PixelSize(width: 1, height: 1)))
    #expect(url.absoluteString.hasSuffix("/a%20b%2520%3F%23%1B%5B31m%7Bwidth%7D.png"))
    #expect(FileManager.default.fileExists(atPath: url.path))
  }

  @Test func `several sources follow each other as sections`() throws {
    let path = try folder(["a.png", "b.png"])
    defer { try? FileManager.default.removeItem(atPath: path) }
    let source = try resolve("http://x.test/p/one.jpg", path)
    #expect(source.numberOfSections == 2)
    #expect(captions(source) == ["one.jpg", "a.png", "b.png"])
  }

  @Test func `a source that is not a picture is skipped beside others, and named`() throws {
    let path = try folder(["a.png", "notes.md", "b.jpg"])
    defer { try? FileManager.default.removeItem(atPath: path) }
    func resolve(_ names: String...) throws -> ResolvedSources {
      try SourceArguments(sources: names.map { "\(path)/\($0)" }).resolve()
    }
    let all = try resolve("a.png", "notes.md", "b.jpg")
    #expect(captions(all.items) == ["a.png", "b.jpg"])
    #expect(all.notice == "1 left out: notes.md is no picture")
    #expect(
      try resolve("gone.png", "a.png", "notes.md").notice
        == "2 left out: gone.png does not exist, and 1 more")
    #expect(try resolve("a.png", "b.jpg").notice == nil)
    #expect(throws: SourceError.allLeftOut(count: 2, first: "notes.md is no picture")) {
      try resolve("notes.md", "gone.png")
    }
    #expect(throws: SourceError.notAPicture("\(path)/notes.md")) { try resolve("notes.md") }
    #expect(throws: SourceError.unsupportedScheme("ftp://host/a.png")) {
      try SourceArguments(sources: [path, "ftp://host/a.png"]).resolve()
    }
  }

  @Test func `one picture has its folder around it`() throws {
    let path = try folder(["b10.png", "b9.png", "a.webp", ".hidden.jpg", "notes.md"])
    defer { try? FileManager.default.removeItem(atPath: path) }
    let resolved = try #require(
      SourceArguments(sources: [path + "/b10.png"]).resolveFolderOfPicture())
    #expect(captions(resolved.items) == ["a.webp", "b9.png", "b10.png"])
    #expect(resolved.namedItem == 2)
    let counted = SourceArguments(sources: [path + "/b10.png"], count: 5)
    #expect(counted.resolveFolderOfPicture() == nil)
    let hidden = SourceArguments(sources: [path + "/.hidden.jpg"]).resolveFolderOfPicture()
    #expect(
      hidden.map { captions($0.items) } == [".hidden.jpg", "a.webp", "b9.png", "b10.png"])
    let others = [
      [path], ["https://host/a.png"], [path + "/b9.png", path],
    ]
    #expect(others.allSatisfy { SourceArguments(sources: $0).resolveFolderOfPicture() == nil })
  }

  /// A file in a folder, with some bytes.
  func makeFile(_ bytes: [UInt8], to path: String) throws -> String {
    try Data(bytes).write(to: URL(fileURLWithPath: path))
    return path
  }

  private static let jpeg: [UInt8] = [0xFF, 0xD8, 0xFF, 0xE0, 0, 16]

  @Test(arguments: ["a.jfif", "Scan 2024.05.01", "a.bin", "a.txt", "a.mp3", "a.zip"])
  func `a file that is named is a picture by its bytes`(name: String) throws {
    let path = try folder(["b.png"])
    defer { try? FileManager.default.removeItem(atPath: path) }
    let file = try makeFile(Self.jpeg, to: "\(path)/\(name)")
    #expect(captions(try resolve(file)) == [name])
    let arguments = SourceArguments(sources: [file])
    #expect(arguments.isOnePicture)
    #expect(arguments.resolveFolderOfPicture()?.namedItem != nil)
    #expect(captions(try resolve(file, path + "/b.png")) == [name, "b.png"])
  }

  @Test(arguments: [
    ("notes.txt", "Remember to rename these\nbeach.jpg\n"),
    ("package.json", #"{"name": "x", "v": [1]}"#),
    ("data.csv", "a,b\n1,2\n"), ("rows.json", #"[{"name": "x"}]"#), ("empty.txt", ""),
    ("data.txt", "data: none\n"), ("links.txt", "https://h/a\nand more\n"),
    ("README.md", "# Mine\n\n![x](a.png)\n"), ("captions.txt", "a.png: a beach\n"),
    ("md5sums.txt", "d41d8cd98f00b204e9800998ecf8427e  a.png\n"),
  ])
  func `among others, a text is a list only if its first entries name pictures`(
    name: String, text: String
  ) throws {
    let path = try folder(["a.png"])
    defer { try? FileManager.default.removeItem(atPath: path) }
    let notes = try makeFile(Array(text.utf8), to: "\(path)/\(name)")
    let resolved = try SourceArguments(sources: [path + "/a.png", notes]).resolve()
    #expect(captions(resolved.items) == ["a.png"])
    #expect(resolved.notice == "1 left out: \(name) is no picture")
    #expect(SourceArguments(sources: [path + "/a.png", notes]).openLive() == nil)
  }

  @Test(arguments: [
    ("list.txt", "# mine\nb.png\nhttps://h/c\n"), ("list", "c d.jpg\nScan 1.2\n"),
    ("list.csv", "url,title\nb.png,x\n"), ("list.m3u", "#EXTM3U\n#EXTINF:0,x\nb.png\n"),
    ("list.jsonl", "{\"url\": \"b.png\"}\n{\"url\": \"c.png\"}\n"),
    ("big.txt", String(repeating: "b.png\n", count: 10_000)),
    ("data.txt", "data:image/png," + String(repeating: "x", count: 100_000)),
  ])
  func `a text whose first entries name pictures is a list`(name: String, text: String) throws {
    let path = try folder(["a.png"])
    defer { try? FileManager.default.removeItem(atPath: path) }
    for name in ["b.png", "c.png", "c d.jpg", "Scan 1.2"] {
      _ = try makeFile(Self.jpeg, to: "\(path)/\(name)")
    }
    let list = try makeFile(Array(text.utf8), to: "\(path)/\(name)")
    let resolved = try SourceArguments(sources: [path + "/a.png", list]).resolve()
    #expect(resolved.items.numberOfSections == 2 && resolved.notice == nil)
    #expect(!captions(try resolve(list)).isEmpty)
  }

  @Test func `a database among others is left out, and asked where there is a query`() throws {
    let path = try folder(["a.png"])
    defer { try? FileManager.default.removeItem(atPath: path) }
    let catalog = try makeFile(Array("SQLite format 3\0".utf8), to: path + "/catalog.lrcat")
    let resolved = try SourceArguments(sources: [path + "/a.png", catalog]).resolve()
    #expect(resolved.notice == "1 left out: catalog.lrcat is no picture")
    #expect(
      SourceArguments(sources: [path, catalog], query: "select").kind(of: catalog) == .database)
    #expect(SourceArguments(sources: [catalog]).kind(of: catalog) == .database)
  }

  @Test func `a pipe that is named brings a picture or a list`() throws {
    let path = try folder([])
    defer { try? FileManager.default.removeItem(atPath: path) }
    let pipe = path + "/pipe"
    #expect(mkfifo(pipe, 0o600) == 0)
    // A reader of one's own lets the writer open at once.
    let reader = open(pipe, O_RDONLY | O_NONBLOCK)
    defer { close(reader) }
    let arguments = SourceArguments(sources: [pipe], lists: [pipe])
    #expect(!arguments.isOnePicture && arguments.kind(of: pipe) == .list)
    let list = try #require(arguments.openLive() as? GrowingList)
    let writer = open(pipe, O_WRONLY)
    #expect(write(writer, Self.jpeg, Self.jpeg.count) == Self.jpeg.count)
    close(writer)
    #expect(list.readItems().map(\.caption) == ["pipe"])
    #expect(list.isPicture)
  }

  @Test func `a template gives any number of items`() throws {
    let source = try resolve("http://x.test/{width}x{height}?text={index}", count: 3, first: 7)
    #expect(captions(source) == ["7", "8", "9"])
    #expect(
      source.item(at: IndexPath(item: 1, section: 0)).location
        == .template("http://x.test/{width}x{height}?text=8"))
    #expect(try resolve("http://x.test/{index}.png").numberOfItems(inSection: 0) == 100)
  }

  @Test func `templates share what the other sources leave of a total`() throws {
    let (one, template) = ("http://x.test/one.jpg", "http://x.test/{index}.png")
    func counts(_ source: AnyItemSnapshot) -> [Int] {
      (0..<source.numberOfSections).map { source.numberOfItems(inSection: $0) }
    }
    #expect(try counts(resolve(one, total: 513)) == [1])
    #expect(try counts(resolve(template, total: 513)) == [513])
    #expect(try counts(resolve(template, one, template, total: 21)) == [10, 1, 10])
    #expect(try counts(resolve(one, template, total: 0)) == [1, 0])
    #expect(try counts(resolve(template, count: 5, total: 513)) == [5])
  }

  @Test func `standard input is one source, however often it is named`() {
    #expect(SourceArguments(sources: ["-", "a.jpg", "-", "b"]).sources == ["-", "a.jpg", "b"])
  }

  @Test func `a list gives paths and URLs, its comments left out`() throws {
    let path = try folder(["a.png"])
    defer { try? FileManager.default.removeItem(atPath: path) }
    let list = path + "/list.txt"
    try Data("# pictures\n\na.png\r\nhttps://x.test/b.jpg\n/c d.gif\n".utf8)
      .write(to: URL(fileURLWithPath: list))
    #expect(captions(try resolve(list)) == ["a.png", "b.jpg", "c d.gif"])
  }

  @Test(.ownThread)
  func `a named pipe that nobody writes yet is opened at once, and waited for`() async throws {
    let path = try folder([])
    defer { try? FileManager.default.removeItem(atPath: path) }
    let pipe = path + "/pipe.txt"
    #expect(mkfifo(pipe, 0o600) == 0)
    let arguments = SourceArguments(sources: [pipe], lists: [pipe])
    let list = try #require(arguments.openLive() as? GrowingList)
    let (notices, source) = AsyncStream<Int>.makeStream()
    let reader = Thread {
      list.read { source.yield(list.numberOfItems(inSection: 0)) }
      source.finish()
    }
    reader.start()
    let writer = open(pipe, O_WRONLY)
    #expect(write(writer, "a.png\nb.png\n", 12) == 12)
    close(writer)
    var counts: [Int] = []
    for await count in notices { counts.append(count) }
    #expect(counts.last == 2 && list.failure == nil)
  }

  @Test func `a source without pictures says what to do`() throws {
    let path = try folder(["notes.md"])
    defer { try? FileManager.default.removeItem(atPath: path) }
    #expect(throws: SourceError.empty(path)) { try resolve(path) }
    #expect(throws: SourceError.notFound(path + "/x.png")) { try resolve(path + "/x.png") }
    #expect(throws: SourceError.notAPicture(path + "/notes.md")) {
      try resolve(path + "/notes.md")
    }
    #expect(throws: SourceError.unsupportedScheme("ftp://x.test/a.png")) {
      try resolve("ftp://x.test/a.png")
    }
    #expect(throws: SourceError.countWithoutTemplate(path)) { try resolve(path, count: 3) }
  }
}
