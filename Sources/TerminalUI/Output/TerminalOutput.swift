/// The destination of the bytes of frames.
package protocol TerminalOutput: AnyObject {
  /// The descriptor to poll for room; nil when there is always room.
  var descriptor: Int32? { get }

  /// Takes as many bytes as it can at once, and never waits.
  ///
  /// - Returns: the number of bytes taken, 0 when there is no room now. A terminal that is gone
  ///   takes everything; a read from it shows that it is gone.
  func write(_ bytes: UnsafeRawBufferPointer) -> Int
}

/// An output without a terminal: it takes everything at once and only counts.
package final class CountingOutput: TerminalOutput {
  package private(set) var byteCount = 0

  package init() {}

  package var descriptor: Int32? { nil }

  package func write(_ bytes: UnsafeRawBufferPointer) -> Int {
    byteCount += bytes.count
    return bytes.count
  }
}
