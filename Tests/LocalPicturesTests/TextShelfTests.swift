import DecodingTestSupport
import Foundation
import LocalPictures
import Raster
import Synchronization
import TestSupport
import Testing

@Suite(.timeLimit(.minutes(1))) struct TextShelfTests {
  private let folder: TemporaryFolder

  init() throws { folder = try TemporaryFolder() }

  private func png(_ title: String) -> [UInt8] {
    TextSketch.png([("tEXt", Array("Title\0\(title)".utf8))])
  }

  private func shelf() -> TextShelf { TextShelf(maxFileBytes: 1 << 20) { _ in nil } }

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

  @Test func `a server's picture is read from the cache, once`() throws {
    let reads = Mutex(0)
    let bytes = Data(png("a pier"))
    let shelf = TextShelf(maxFileBytes: 1 << 20) { url in
      reads.withLock { $0 += 1 }
      return url.path == "/cached.png" ? bytes : nil
    }
    for _ in 0..<3 {
      let cached = try #require(URL(string: "http://127.0.0.1:9/cached.png"))
      #expect(shelf.info(of: cached)?.texts.count == 1)
    }
    #expect(reads.withLock { $0 } == 1)
    let other = try #require(URL(string: "http://127.0.0.1:9/other.png"))
    #expect(shelf.info(of: other) == nil)
  }

  @Test func `a full memory keeps what it has, and other pictures are read each time`() throws {
    let reads = Mutex<[String: Int]>([:])
    let bytes = Data(png("a pier"))
    let shelf = TextShelf(limitBytes: 1_500, maxFileBytes: 1 << 20) { url in
      reads.withLock { $0[url.path, default: 0] += 1 }
      return bytes
    }
    for _ in 0..<3 {
      for name in ["a", "b", "c", "d"] {
        let url = try #require(URL(string: "http://127.0.0.1:9/\(name)"))
        #expect(shelf.info(of: url)?.texts.count == 1)
      }
    }
    #expect(reads.withLock { $0 } == ["/a": 1, "/b": 1, "/c": 3, "/d": 3])
  }
}
