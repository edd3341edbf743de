import Foundation
import GalleryItems
import Glibc
import Prefetching
import TestSupport
import Testing

@testable import ImageSources

@Suite(.timeLimit(.minutes(1))) struct GrowingListTests {
  /// A list that is read from a pipe, and the end to write to.
  private func pipedList(flags: Int32 = 0) throws -> (list: GrowingList, input: Int32) {
    var ends: [Int32] = [-1, -1]
    try #require(pipe(&ends) == 0)
    _ = fcntl(ends[0], F_SETFL, flags)
    return (GrowingList(ends[0], named: "pipe", list: ItemList()), ends[1])
  }

  private func captions(_ list: GrowingList) -> [String] {
    (0..<list.numberOfItems(inSection: 0)).map {
      list.item(at: IndexPath(item: $0, section: 0)).caption
    }
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
    #expect(captions(list) == ["a.png", "b.png", "c.png"])
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
    #expect(captions(list) == (0..<20_000).map { "\($0).png" })
    #expect(notices > 0)
  }

  @Test func `what is no list of lines says so`() throws {
    let (list, input) = try pipedList()
    _ = write(input, "a.png\0b.png\0", 12)
    close(input)
    list.read {}
    #expect(
      list.failure
        == .unreadable("pipe", reason: "it is no list of lines, because it has a zero byte"))
    let folder = GrowingList(open("/", O_RDONLY), named: "/", list: ItemList())
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
}
