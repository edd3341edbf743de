/// The time that a file kept its reader waiting, split like that of a server's response.
package struct FileWait: Hashable, Sendable {
  package let firstByte: Duration
  package let transfer: Duration

  /// Assumes that the first byte took as long as the opening: both are one round trip to the file's machine.
  package init(opening: Duration, reading: Duration) {
    firstByte = opening + min(opening, reading)
    transfer = max(.zero, reading - opening)
  }
}
