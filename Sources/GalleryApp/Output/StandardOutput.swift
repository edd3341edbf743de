import Raster

/// Writes to standard output and standard error at once, without buffers.
package enum StandardOutput {
  /// - Throws: `OutputError` when the reader has gone or the disk is full.
  package static func write(_ text: String) throws(OutputError) {
    try Descriptor.standardOutput.write(text.utf8)
  }

  /// For people: one line, whatever is in the names and answers that it quotes.
  ///
  /// Nothing can be done when it fails.
  package static func complain(_ text: String) {
    let line = DisplayText.line(Credentials.removed(from: text))
    try? Descriptor.standardError.write("filmstrip: \(line)\n".utf8)
  }
}
