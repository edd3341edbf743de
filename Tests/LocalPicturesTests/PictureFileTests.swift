import Foundation
import Glibc
import ImageRequests
import TestSupport
import Testing

@testable import LocalPictures

@Suite(.timeLimit(.minutes(1))) struct PictureFileTests {
  private let folder: TemporaryFolder

  init() throws { folder = try TemporaryFolder() }

  private func read(
    _ url: URL, maxBytes: Int = 1 << 20, isCancelled: () -> Bool = { false }
  ) throws -> Data {
    try PictureFile(url, maxBytes: maxBytes).readWhole(isCancelled: isCancelled)
  }

  @Test(arguments: [1, 4_095, 4_096, 3_000_000]) func `a file is read whole`(count: Int) throws {
    let bytes = (0..<count).map { UInt8(truncatingIfNeeded: $0 &* 31) }
    let url = try folder.file("picture", bytes)
    #expect(try read(url, maxBytes: 4_000_000) == Data(bytes))
  }

  @Test func `a file without a byte is refused`() throws {
    let url = try folder.file("picture", [])
    #expect(throws: try FilePath(url).emptiness) { try read(url) }
  }

  @Test(arguments: [1, 999, 1_000, 1_001, 3_000_000])
  func `the beginning that was read is not read again`(count: Int) throws {
    let bytes = (0..<count).map { UInt8(truncatingIfNeeded: $0 &* 31) }
    let url = try folder.file("picture", bytes)
    let file = try PictureFile(url, maxBytes: 4_000_000)
    #expect(file.size == count)
    #expect(try file.readBeginning(1_000) == Data(bytes.prefix(1_000)))
    try Data(repeating: 0, count: count).write(to: url)
    let whole = try file.readWhole { false }
    #expect(whole.prefix(1_000) == Data(bytes.prefix(1_000)))
    #expect(whole.count == count)
  }

  @Test func `a file that grew after its beginning was read is read to its new end`() throws {
    let url = try folder.file("picture", Array(repeating: 7, count: 1_000))
    let file = try PictureFile(url, maxBytes: 4_000)
    _ = try file.readBeginning(1_000)
    let handle = try FileHandle(forWritingTo: url)
    try handle.seekToEnd()
    try handle.write(contentsOf: [8])
    #expect(try file.readWhole { false } == Data(repeating: 7, count: 1_000) + [8])
  }

  @Test func `nothing is read of a file over the limit`() throws {
    let url = try folder.file("picture", Array(repeating: 7, count: 1_000))
    let file = try PictureFile(url, maxBytes: 999)
    #expect(try file.readBeginning(100).isEmpty)
    #expect(throws: ImageError.tooLarge(bytes: 1_000, limit: 999)) { try file.readWhole { false } }
  }

  @Test(arguments: ["food 0.png", "é.png", "100%.png", "%41.png", "#?.png"])
  func `a name is taken as it is`(name: String) throws {
    #expect(try read(try folder.file(name, [7])) == Data([7]))
  }

  @Test func `a name that is no UTF-8 is read too`() throws {
    let path = Array("\(folder.url.path)/".utf8) + [0xFF, 0xFE]
    let descriptor = open(path.map { CChar(bitPattern: $0) } + [0], O_CREAT | O_WRONLY, 0o600)
    try #require(descriptor >= 0)
    #expect(write(descriptor, [7], 1) == 1)
    close(descriptor)
    let url = try #require(URL(string: "file://\(folder.url.path)/%FF%FE"))
    #expect(try read(url) == Data([7]))
  }

  @Test func `the limit is the size that may be read`() throws {
    let url = try folder.file("picture", Array(repeating: 7, count: 1_000))
    #expect(try read(url, maxBytes: 1_000).count == 1_000)
    #expect(throws: ImageError.tooLarge(bytes: 1_000, limit: 999)) { try read(url, maxBytes: 999) }
    #expect(throws: ImageError.tooLarge(bytes: 1_000, limit: -1)) { try read(url, maxBytes: -1) }
    #expect(try read(url, maxBytes: .max).count == 1_000)
  }

  @Test func `a file that claims no size is read to its end, or to the limit`() throws {
    let url = URL(fileURLWithPath: "/proc/self/maps")
    #expect(try read(url).count > 1_000)
    #expect(throws: ImageError.self) { try read(url, maxBytes: 100) }
  }

  @Test func `a missing file is an error that says so`() throws {
    let url = folder.url.appendingPathComponent("missing.png")
    let error = ImageError.file(path: url.path, code: ENOENT, reason: "No such file or directory")
    #expect(throws: error) { try read(url) }
  }

  @Test func `a folder, a device and a pipe are refused at once`() throws {
    let pipe = folder.url.appendingPathComponent("pipe")
    #expect(mkfifo(pipe.path, 0o600) == 0)
    for path in [folder.url.path, "/dev/zero", "/dev/tty", pipe.path] {
      #expect(throws: ImageError.self) { try read(URL(fileURLWithPath: path)) }
    }
    #expect(throws: ImageError.file(path: pipe.path, code: nil, reason: "not a regular file")) {
      try read(pipe)
    }
  }

  @Test(arguments: ["file://other.test/etc/hostname", "file:///etc/host%00name", "file://"])
  func `a URL that names no file here is refused`(text: String) throws {
    let url = try #require(URL(string: text))
    #expect(throws: ImageError.self) { try read(url) }
  }

  @Test func `a file that nobody wants any more is not read on`() throws {
    let url = try folder.file("picture", Array(repeating: 7, count: 5_000_000))
    var questions = 0
    #expect(throws: ImageError.cancelled) {
      try read(url, maxBytes: 10_000_000) {
        questions += 1
        return questions == 3
      }
    }
  }
}
