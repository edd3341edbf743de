import Glibc

/// A pipe through which one thread waits for requests of others.
final class DemandPipe: Sendable {
  private let ends: (read: Int32, write: Int32)

  /// Creates a pipe; returns nil if too many files are open.
  init?() {
    var ends: [Int32] = [-1, -1]
    guard pipe(&ends) == 0 else { return nil }
    for end in ends { _ = fcntl(end, F_SETFD, FD_CLOEXEC) }
    // Requests never block: if the pipe is full, one is already pending.
    _ = fcntl(ends[1], F_SETFL, O_NONBLOCK)
    self.ends = (ends[0], ends[1])
  }

  deinit {
    close(ends.read)
    close(ends.write)
  }

  func ask() {
    var byte: UInt8 = 0
    _ = write(ends.write, &byte, 1)
  }

  func wait() {
    var byte: UInt8 = 0
    while read(ends.read, &byte, 1) < 0, errno == EINTR {}
  }

  /// Discards the pending requests.
  func forget() {
    var bytes = [UInt8](repeating: 0, count: 64)
    var news = pollfd(fd: ends.read, events: Int16(POLLIN), revents: 0)
    while poll(&news, 1, 0) > 0, read(ends.read, &bytes, bytes.count) > 0 {}
  }
}
