/// The destination of frames.
package protocol TerminalOutput: AnyObject {
  /// The descriptor to poll for room; nil if there is always room.
  var descriptor: Int32? { get }

  /// Writes as many bytes as possible without waiting.
  ///
  /// - Returns: the number of bytes written; 0 when there is no room. A closed terminal accepts
  ///   everything; reading from it detects that it is closed.
  func write(_ bytes: UnsafeRawBufferPointer) -> Int
}

/// An output without a terminal: it accepts everything and only counts.
package final class CountingOutput: TerminalOutput {
  package private(set) var byteCount = 0

  package init() {}

  package var descriptor: Int32? { nil }

  package func write(_ bytes: UnsafeRawBufferPointer) -> Int {
    byteCount += bytes.count
    return bytes.count
  }
}
