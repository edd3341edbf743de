import Glibc

/// Writes to standard output and standard error at once, without buffers.
enum StandardOutput {
  /// - Throws: `StartError.system` when the reader has gone or the disk is full.
  static func write(_ text: String) throws(StartError) {
    try write(text, to: STDOUT_FILENO)
  }

  /// For people; nothing can be done when it fails.
  static func complain(_ text: String) {
    try? write("filmstrip: \(text)\n", to: STDERR_FILENO)
  }

  private static func write(_ text: String, to descriptor: Int32) throws(StartError) {
    var rest = Array(text.utf8)[...]
    while !rest.isEmpty {
      let count = rest.withUnsafeBytes { Glibc.write(descriptor, $0.baseAddress, $0.count) }
      if count < 0, errno == EINTR { continue }
      guard count > 0 else { throw StartError.system("write", errno) }
      rest = rest.dropFirst(count)
    }
  }
}
