import Glibc

/// Lets one thread wait until another asks for something.
final class DemandPipe: Sendable {
  private let ends: (read: Int32, write: Int32)

  init() {
    var ends: [Int32] = [-1, -1]
    pipe(&ends)
    for end in ends { _ = fcntl(end, F_SETFD, FD_CLOEXEC) }
    // Who asks never waits: what is in the pipe is enough.
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
}
