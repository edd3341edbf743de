import Foundation
import GalleryItems
import Glibc
import Prefetching
import Raster
import Testing

@testable import ImageSources

/// The ways to read a name.
extension SourceArgumentsTests {
  @Test func `a name is taken literally, and else without quotes, scheme and escapes`() throws {
    let path = try folder(["a b.png", "c%20d.png", "c d.png", "\"e\".png", "100%.png"])
    defer { try? FileManager.default.removeItem(atPath: path) }
    let lines = [
      "a%20b.png", "c%20d.png", "\"a b.png\"", "'c d.png'", "\"a%20b.png\"", "\"e\".png",
      "100%.png",
      "file:\(path)/a%20b.png", "\"file:\(path)/c%20d.png\"", "\"file://\(path)/a%20b.png\"",
      "\"https://h/x.png\"", "no%20file.png", "\"no file.png\"",
    ]
    let list = try makeFile(Array(lines.joined(separator: "\n").utf8), to: path + "/list.txt")
    let items = try resolve(list)
    #expect(
      captions(items) == [
        "a b.png", "c%20d.png", "a b.png", "c d.png", "a b.png", "\"e\".png", "100%.png",
        "a b.png", "c%20d.png", "a b.png", "x.png", "no%20file.png", "\"no file.png\"",
      ])
    let first = items.item(at: IndexPath(item: 0, section: 0))
    #expect(first.url(for: PixelSize(width: 1, height: 1))?.path == path + "/a b.png")
    #expect(captions(try resolve("file:\(path)/a%20b.png")) == ["a b.png"])
    #expect(captions(try resolve("\(path)/a%20b.png")) == ["a b.png"])
    #expect(captions(try resolve("\(path)/c%20d.png")) == ["c%20d.png"])
  }

  @Test func `an item keeps the file that was first found for its name`() throws {
    let path = try folder(["a b.png"])
    defer { try? FileManager.default.removeItem(atPath: path) }
    let list = try makeFile(Array("a%20b.png\n".utf8), to: path + "/list.txt")
    let items = try resolve(list)
    #expect(captions(items) == ["a b.png"])
    _ = try makeFile([], to: path + "/a%20b.png")
    #expect(captions(items) == ["a b.png"], "no frame asks the system again")
  }
}
