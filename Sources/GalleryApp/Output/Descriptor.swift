import Glibc
import Raster

/// An open file descriptor; this type does not close it.
package struct Descriptor: Sendable {
  static let standardOutput = Descriptor(number: STDOUT_FILENO, name: "standard output")
  package static let standardError = Descriptor(number: STDERR_FILENO, name: "standard error")

  let number: Int32
  /// The person's name for it, for errors.
  let name: String

  /// Writes all bytes without buffering, waiting for the reader.
  ///
  /// - Throws: `OutputError` if the reader is gone or the disk is full.
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

  /// Raises the limit of open files as far as allowed, up to 65,536: each watched folder needs three.
  static func allowMany() {
    var limit = rlimit()
    guard getrlimit(__rlimit_resource_t(RLIMIT_NOFILE.rawValue), &limit) == 0 else { return }
    limit.rlim_cur = max(limit.rlim_cur, min(limit.rlim_max, 65_536))
    setrlimit(__rlimit_resource_t(RLIMIT_NOFILE.rawValue), &limit)
  }

  /// Waits for room, because a program that shares the descriptor may have made it non-blocking.
  private func awaitRoom() {
    var waiting = pollfd(fd: number, events: Int16(POLLOUT), revents: 0)
    poll(&waiting, 1, -1)
  }
}

/// Writes to standard output and standard error without buffering.
package enum StandardOutput {
  /// - Throws: `OutputError` if the reader is gone or the disk is full.
  package static func write(_ text: String) throws(OutputError) {
    try Descriptor.standardOutput.write(text.utf8)
  }

  /// Writes one line to standard error, safe for a terminal whatever it quotes.
  ///
  /// Failures are ignored, because they can't be reported.
  package static func complain(_ text: String) {
    let line = DisplayText.line("\(program): \(Credentials.removed(from: text))")
    try? Descriptor.standardError.write("\(line)\n".utf8)
  }

  /// The name by which the program was started.
  private static var program: Substring {
    CommandLine.arguments.first?.split(separator: "/").last ?? "filmstrip"
  }
}

/// The reason why an output could not be written, as a sentence.
package struct OutputError: Error, Hashable, CustomStringConvertible {
  package let description: String

  /// - Parameters:
  ///   - name: the output's name as the person wrote it: `--report session.json`.
  ///   - reason: the problem with it.
  package init(_ name: String, _ reason: String) {
    description = "\(name): \(reason)"
  }

  /// - Parameter name: the output's name, which is the terminal.
  init(ownTerminal name: String) {
    self.init(name, "the pictures are shown there; name another output")
  }

  /// - Parameter code: the `errno` of the refused operation.
  package init(_ name: String, code: Int32) {
    self.init(name, String(cString: strerror(code)))
  }
}
