import DecodingTestSupport
import Foundation
import LocalPictures
import Raster
import TestSupport
import Testing

@Suite(.timeLimit(.minutes(1))) struct TextShelfTests {
  private let folder: TemporaryFolder

  init() throws { folder = try TemporaryFolder() }

  private func png(_ title: String) -> [UInt8] {
    TextSketch.png([("tEXt", Array("Title\0\(title)".utf8))])
  }

  private func shelf() -> TextShelf { TextShelf(maxFileBytes: 1 << 20) }

  private func data(_ bytes: [UInt8]) throws -> URL {
    try #require(URL(string: "data:image/png;base64," + Data(bytes).base64EncodedString()))
  }

  @Test func `texts and sizes of files and of data URLs are read`() throws {
    let title = PictureText("title", "a pier")
    for url in [try folder.file("a.png", png("a pier")), try data(png("a pier"))] {
      let info = try #require(shelf().info(of: url))
      #expect(info.texts == [title] && info.size == PixelSize(width: 640, height: 480))
    }
  }

  @Test func `what is no picture has no texts, and what can't be read has no answer`() throws {
    let shelf = shelf()
    #expect(shelf.info(of: try folder.file("a.png", [1, 2, 3])) == PictureInfo())
    #expect(shelf.info(of: try folder.file("empty.png", [])) == nil)
    #expect(shelf.info(of: folder.url.appendingPathComponent("missing.png")) == nil)
    #expect(shelf.info(of: folder.url) == nil)
    #expect(shelf.info(of: try folder.file("a.mp4", png("a pier"))) == nil)
    let pipe = folder.url.appendingPathComponent("pipe.png")
    #expect(mkfifo(pipe.path, 0o600) == 0)
    #expect(shelf.info(of: pipe) == nil)
  }

  @Test func `a file is read once, and again after it has changed`() throws {
    let shelf = shelf()
    let url = try folder.file("a.png", png("a pier"))
    #expect(shelf.info(of: url)?.texts.first?.text == "a pier")
    _ = try folder.file("a.png", png("gulls at sea"))
    #expect(shelf.info(of: url)?.texts.first?.text == "gulls at sea")
  }

  @Test func `a full memory still answers, and servers are not asked`() throws {
    let shelf = TextShelf(limitBytes: 600, maxFileBytes: 1 << 20)
    let urls = try ["a.png", "b.png", "c.png"].map { try folder.file($0, png("a pier")) }
    for url in urls + urls { #expect(shelf.info(of: url)?.texts.count == 1) }
    let server = try #require(URL(string: "http://127.0.0.1:9/a.png"))
    #expect(shelf.info(of: server) == nil)
  }
}
