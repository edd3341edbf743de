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
