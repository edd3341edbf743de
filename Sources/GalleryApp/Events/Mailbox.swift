import GalleryCore
import Glibc
import ImageLoading

/// The only path into the gallery from other threads.
typealias Mailbox = MessageBox<Event>

/// A queue of messages from other threads, and a descriptor that wakes their reader.
///
/// The descriptor is written only if the queue was empty, so a burst of results costs one wake-up.
/// The loop never waits for a posting thread, whatever its niceness.
final class MessageBox<Message: Sendable>: Sendable {
  private let events = HandOver<Message>()
  private let readEnd: Int32
  private let writeEnd: Int32

  init() throws(StartError) {
    var ends: [Int32] = [-1, -1]
    guard pipe(&ends) == 0 else { throw StartError(call: "pipe", code: errno) }
    readEnd = ends[0]
    writeEnd = ends[1]
    for end in ends {
      _ = fcntl(end, F_SETFL, O_NONBLOCK)
      _ = fcntl(end, F_SETFD, FD_CLOEXEC)
    }
  }

  deinit {
    close(readEnd)
    close(writeEnd)
  }

  /// Readable while something may be in the queue.
  var descriptor: Int32 { readEnd }

  /// Whether no event waits to be drained.
  var isEmpty: Bool { events.isEmpty }

  /// Posts a message, from any thread.
  func post(_ event: Message) {
    if events.add(event) {
      var byte: UInt8 = 1
      _ = write(writeEnd, &byte, 1)
    }
  }

  /// Removes and returns all messages; one thread only.
  func drain() -> [Message] {
    var bytes = (UInt64(0), UInt64(0))
    while read(readEnd, &bytes, 16) == 16 {}
    return events.takeAll()
  }
}

/// An error for a failed system call without which the program can't start.
package struct StartError: Error, CustomStringConvertible {
  let call: String
  let code: Int32

  package var description: String { "\(call): \(String(cString: strerror(code)))" }
}
