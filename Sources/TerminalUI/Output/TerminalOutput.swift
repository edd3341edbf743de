/// Where the bytes of frames go.
package protocol TerminalOutput: AnyObject {
  /// To be polled for room; nil when there is always room.
  var descriptor: Int32? { get }

  /// Takes what it can at once, and never waits.
  ///
  /// - Returns: the bytes taken, 0 when there is no room now. A terminal that is gone takes
  ///   everything: that it is gone is learned by reading from it.
  func write(_ bytes: UnsafeRawBufferPointer) -> Int
}

/// A terminal that nobody looks at: it takes everything at once and only counts.
package final class CountingOutput: TerminalOutput {
  package private(set) var byteCount = 0

  package init() {}

  package var descriptor: Int32? { nil }

  package func write(_ bytes: UnsafeRawBufferPointer) -> Int {
    byteCount += bytes.count
    return bytes.count
  }
}
