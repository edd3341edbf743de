import GalleryCore
import Glibc
import ImageLoading
import TestSupport
import Testing

@testable import GalleryApp

@Suite(.ownThread, .timeLimit(.minutes(1))) struct MailboxTests {
  private func rows(_ events: [Event]) -> [Int] {
    events.compactMap { if case .scrolled(let rows) = $0 { rows } else { nil } }
  }

  private func isReadable(_ mailbox: Mailbox) -> Bool {
    var waiting = pollfd(fd: mailbox.descriptor, events: Int16(POLLIN), revents: 0)
    return poll(&waiting, 1, 0) > 0
  }

  @Test func `a burst of events wakes the loop once`() throws {
    let mailbox = try Mailbox()
    for number in 0..<100 { mailbox.post(.scrolled(rows: number)) }
    var bytes = [UInt8](repeating: 0, count: 200)
    #expect(read(mailbox.descriptor, &bytes, bytes.count) == 1)
    #expect(rows(mailbox.drain()) == Array(0..<100))
  }

  @Test func `an empty mailbox lets the loop sleep, and the next event wakes it again`() throws {
    let mailbox = try Mailbox()
    #expect(!isReadable(mailbox))
    for round in 0..<3 {
      mailbox.post(.scrolled(rows: round))
      #expect(isReadable(mailbox))
      #expect(rows(mailbox.drain()) == [round])
      #expect(!isReadable(mailbox))
    }
    #expect(mailbox.drain().isEmpty)
  }

  @Test func `events of many threads all arrive, those of one thread in order`() throws {
    let (threads, each) = (4, 2_000)
    let mailbox = try Mailbox()
    let posters = (0..<threads).compactMap { thread in
      WorkerThread(name: "poster", niceness: 0) {
        for number in 0..<each { mailbox.post(.scrolled(rows: thread * each + number)) }
      }
    }
    #expect(posters.count == threads)
    var arrived: [Int] = []
    while arrived.count < threads * each {
      var waiting = pollfd(fd: mailbox.descriptor, events: Int16(POLLIN), revents: 0)
      let isWoken = poll(&waiting, 1, Int32(patience.components.seconds) * 1_000) > 0
      try #require(isWoken, "an event was posted and nobody woken")
      arrived += rows(mailbox.drain())
    }
    for poster in posters { poster.join() }
    for thread in 0..<threads {
      #expect(arrived.filter { $0 / each == thread } == Array(thread * each..<(thread + 1) * each))
    }
  }
}
