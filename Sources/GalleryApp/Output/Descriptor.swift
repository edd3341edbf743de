import Glibc

/// An open file, by its number; it is not closed here.
package struct Descriptor: Sendable {
  static let standardOutput = Descriptor(number: STDOUT_FILENO, name: "standard output")
  package static let standardError = Descriptor(number: STDERR_FILENO, name: "standard error")

  let number: Int32
  /// What a person calls it, for what can go wrong.
  let name: String

  /// Writes all of it, without a buffer; waits for as long as a reader takes.
  ///
  /// - Throws: `OutputError` when the reader has gone or the disk is full.
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

  /// A program that shares it may have made it non-blocking.
  private func awaitRoom() {
    var waiting = pollfd(fd: number, events: Int16(POLLOUT), revents: 0)
    poll(&waiting, 1, -1)
  }
}
