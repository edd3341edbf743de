import Raster

/// Writes to standard output and standard error at once, without buffers.
package enum StandardOutput {
  /// - Throws: `OutputError` if the reader has gone or the disk is full.
  package static func write(_ text: String) throws(OutputError) {
    try Descriptor.standardOutput.write(text.utf8)
  }

  /// Writes one line for people, whatever the quoted names and answers contain.
  ///
  /// A failure is ignored, because nothing can be done about it.
  package static func complain(_ text: String) {
    let line = DisplayText.line(Credentials.removed(from: text))
    try? Descriptor.standardError.write("filmstrip: \(line)\n".utf8)
  }
}
