/// Writes to standard output and standard error at once, without buffers.
enum StandardOutput {
  /// - Throws: `OutputError` when the reader has gone or the disk is full.
  static func write(_ text: String) throws(OutputError) {
    try Descriptor.standardOutput.write(text.utf8)
  }

  /// For people; nothing can be done when it fails.
  static func complain(_ text: String) {
    try? Descriptor.standardError.write("filmstrip: \(text)\n".utf8)
  }
}
