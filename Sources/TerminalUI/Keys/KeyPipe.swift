import Glibc

/// A pipe through which ncurses reads keys; neither end ever waits.
final class KeyPipe {
  let readEnd: Int32
  private let writeEnd: Int32

  init() throws(TerminalError) {
    var ends: [Int32] = [-1, -1]
    guard pipe(&ends) == 0 else { throw .systemFailure(call: "pipe", errno: errno) }
    for end in ends {
      _ = fcntl(end, F_SETFL, O_NONBLOCK)
      _ = fcntl(end, F_SETFD, FD_CLOEXEC)
    }
    (readEnd, writeEnd) = (ends[0], ends[1])
  }

  deinit {
    close(readEnd)
    close(writeEnd)
  }

  /// Puts one key in; it is short, and the last one has been read.
  func write(_ key: ArraySlice<UInt8>) {
    _ = key.withUnsafeBytes { Glibc.write(writeEnd, $0.baseAddress, $0.count) }
  }
}
