import Glibc

/// An open file, identified by its number; this type does not close it.
package struct Descriptor: Sendable {
  static let standardOutput = Descriptor(number: STDOUT_FILENO, name: "standard output")
  package static let standardError = Descriptor(number: STDERR_FILENO, name: "standard error")

  let number: Int32
  /// The name that a person uses for it, for errors.
  let name: String

  /// Writes all bytes, without a buffer, and waits as long as the reader takes.
  ///
  /// - Throws: `OutputError` if the reader has gone or the disk is full.
  package func write(_ bytes: some Sequence<UInt8>) throws(OutputError) {
    var rest = Array(bytes)[...]
    while !rest.isEmpty {
      let count = rest.withUnsafeBytes { Glibc.write(number, $0.baseAddress, $0.count) }
      if count < 0, errno == EINTR { continue }
      if count < 0, errno == EAGAIN {
        awaitRoom()
        continue
      }
      guard count > 0 else { throw OutputError(name, code: errno) }
      rest = rest.dropFirst(count)
    }
  }

  /// Waits for room, because a program that shares the descriptor may have made it non-blocking.
  private func awaitRoom() {
    var waiting = pollfd(fd: number, events: Int16(POLLOUT), revents: 0)
    poll(&waiting, 1, -1)
  }
}
