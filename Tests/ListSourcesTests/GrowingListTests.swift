import Foundation
import GalleryItems
import Glibc
import Prefetching
import Raster
import SourceItems
import SourcesTestSupport
import TestSupport
import Testing

@testable import ListSources

@Suite(.ownThread, .timeLimit(.minutes(1))) struct GrowingListTests {
  /// A list that is read from a pipe, and the end to write to.
  private func pipedList(flags: Int32 = 0) throws -> (list: GrowingList, input: Int32) {
    var ends: [Int32] = [-1, -1]
    try #require(pipe(&ends) == 0)
    _ = fcntl(ends[0], F_SETFL, flags)
    return (GrowingList(PipedText(OpenInput(ends[0])), named: "pipe"), ends[1])
  }

  @Test func `items are there before the pipe has ended, and it says so`() async throws {
    let (list, input) = try pipedList()
    let (notices, source) = AsyncStream<Int>.makeStream()
    let reader = Thread {
      list.read { source.yield(list.numberOfItems(inSection: 0)) }
      source.finish()
    }
    reader.start()
    var notice = notices.makeAsyncIterator()
    for (text, count) in [("a.png\nb.p", 1), ("ng\n", 2)] {
      #expect(write(input, text, text.utf8.count) == text.utf8.count)
      #expect(await notice.next() == count)
      #expect(!list.isComplete)
    }
    _ = write(input, "c.png", 5)
    close(input)
    #expect(await notice.next() == 3)
    #expect(await notice.next() == nil)
    #expect(list.isComplete && list.failure == nil)
    #expect(list.items.map(\.caption) == ["a.png", "b.png", "c.png"])
  }

  @Test func `many items keep their places`() throws {
    let (list, input) = try pipedList()
    let writer = Thread {
      let text = (0..<20_000).map { "\($0).png\n" }.joined()
      let bytes = Array(text.utf8)
      var sent = 0
      while sent < bytes.count {
        sent += bytes[sent...].withUnsafeBytes { write(input, $0.baseAddress, $0.count) }
      }
      close(input)
    }
    writer.start()
    var notices = 0
    list.read { notices += 1 }
    #expect(list.items.map(\.caption) == (0..<20_000).map { "\($0).png" })
    #expect(notices > 0)
  }

  @Test(arguments: [
    ("a.png\0b c.png\0", "these names end with zero bytes: add -0"),
    ("/x/\u{E9}.png\0", "these names end with zero bytes: add -0"),
    ("\u{1}\u{2}\0\0", "it is neither a picture nor a list of lines"),
    ("\0a.png\0", "it is neither a picture nor a list of lines"),
  ])
  func `a list with a zero byte says what it is`(text: String, reason: String) throws {
    var ends: [Int32] = [-1, -1]
    try #require(pipe(&ends) == 0)
    let list = GrowingList(
      PipedText(OpenInput(ends[0])), named: "pipe", detection: ListDetection(isInput: true))
    _ = write(ends[1], text, text.utf8.count)
    close(ends[1])
    list.read {}
    #expect(list.failure == .unreadable("pipe", reason: reason))
  }

  @Test func `a file of names that end with zero bytes goes to standard input`() {
    #expect(
      ListDetection().problem(ofZeroIn: Array("a.png\0".utf8)[...], named: "x.lst")
        == "these names end with zero bytes: filmstrip -0 < x.lst")
  }

  @Test(arguments: [UInt8(ascii: "\n"), 0])
  func `a picture that a pipe brings is the only item, with all its bytes`(separator: UInt8) throws
  {
    let picture =
      [0xFF, 0xD8, 0xFF, 0xE0] + (0..<200_000).map { UInt8(truncatingIfNeeded: $0 * 7) }
    let folder = try TemporaryFolder()
    for isFile in [false, true] {
      let descriptor = open(try folder.file("in", picture).path, O_RDONLY | O_CLOEXEC)
      let kept = KeptText(folders: [folder.url.path])
      let input = OpenInput(descriptor)
      let list = GrowingList(
        isFile ? FileText(input) : PipedText(input, kept: kept), named: "standard input",
        detection: ListDetection(separator: separator, isInput: true))
      let items = list.readItems()
      #expect(items.map(\.caption) == ["standard input"])
      #expect(list.isPicture && list.failure == nil && list.notice == nil)
      let path = try #require(items.first?.url(for: PixelSize(width: 1, height: 1))?.path)
      #expect(try Data(contentsOf: URL(fileURLWithPath: path)) == Data(picture))
    }
  }

  @Test(arguments: [
    (0, "no folder takes its text (TMPDIR names a folder)"),
    (400_000, "no temporary file takes this picture (TMPDIR names a folder)"),
  ])
  func `a picture that no file takes says so`(mostBytes: Int, reason: String) throws {
    let folder = try TemporaryFolder()
    let picture = Array("GIF89a".utf8) + [UInt8](repeating: 7, count: 600_000)
    let descriptor = open(try folder.file("in", picture).path, O_RDONLY | O_CLOEXEC)
    let kept = KeptText(folders: [folder.url.path], mostBytes: mostBytes)
    let list = GrowingList(PipedText(OpenInput(descriptor), kept: kept), named: "pipe")
    #expect(list.readItems().isEmpty)
    #expect(list.failure == .unreadable("pipe", reason: reason))
  }

  @Test func `lines that no file takes say so`() throws {
    let folder = try TemporaryFolder()
    let descriptor = open(try folder.file("in", Array("a.png\n".utf8)).path, O_RDONLY | O_CLOEXEC)
    let list = GrowingList(
      PipedText(OpenInput(descriptor), kept: KeptText(folders: ["/nowhere"])), named: "pipe")
    #expect(list.readItems().isEmpty)
    #expect(
      list.failure
        == .unreadable(
          "pipe", reason: "no folder takes its text (TMPDIR names a folder)"))
  }

  @Test func `a text that is not a list of lines is an error that says so`() throws {
    let broken = GrowingList(
      BlockText("a.png\nb.png\n\0\0\n".utf8, block: 1), named: "names.txt")
    broken.read {}
    #expect(broken.notice == "names.txt: it has a zero byte behind entry 2")
    let folder = GrowingList(FileText(OpenInput(open("/", O_RDONLY))), named: "/")
    folder.read {}
    #expect(folder.failure == .unreadable("/", reason: "Is a directory"))
  }

  @Test func `a pipe that does not block is waited for`() async throws {
    let (list, input) = try pipedList(flags: O_NONBLOCK)
    let (notices, source) = AsyncStream<Int>.makeStream()
    let reader = Thread {
      list.read { source.yield(list.numberOfItems(inSection: 0)) }
      source.finish()
    }
    reader.start()
    _ = write(input, "a.png\n", 6)
    var notice = notices.makeAsyncIterator()
    #expect(await notice.next() == 1)
    #expect(!list.isComplete)
    close(input)
    while await notice.next() != nil {}
    #expect(list.isComplete)
  }

  @Test func `a pipe that ends empty has failed`() throws {
    let (list, input) = try pipedList()
    close(input)
    list.read {}
    #expect(list.failure == .empty("pipe"))
  }

  @Test func `a file that is cut short or written over has lost items, and nothing traps`() throws {
    let folder = try TemporaryFolder()
    let lines = (0..<1_000).map { "\($0).png" }
    for rest in ["", "new.png\n", "a", String(repeating: "\n", count: 9_000)] {
      let (text, path) = try openedFile(lines.joined(separator: "\n"), in: folder)
      let list = GrowingList(text, named: "list")
      list.read {}
      #expect(list.numberOfItems(inSection: 0) == 1_000)
      try Data(rest.utf8).write(to: URL(fileURLWithPath: path), options: [])
      let captions = list.items.map(\.caption)
      #expect(
        captions.count == 1_000 && captions[999] == "entry 1000 is gone: the list has changed")
    }
  }

  @Test func `a file is read from where another program has left it`() throws {
    let folder = try TemporaryFolder()
    let (text, path) = try openedFile("a.png\nb.png\n", in: folder)
    #expect(GrowingList(text, named: "list").readItems().map(\.caption) == ["a.png", "b.png"])
    let descriptor = open(path, O_RDONLY | O_CLOEXEC)
    #expect(lseek(descriptor, 6, SEEK_SET) == 6)
    let list = GrowingList(FileText(OpenInput(descriptor)), named: "list")
    #expect(list.readItems().map(\.caption) == ["b.png"])
  }
}
