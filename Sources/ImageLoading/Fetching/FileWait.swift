/// How long a file kept its reader waiting, told as a server's answer is.
struct FileWait: Hashable, Sendable {
  let firstByte: Duration
  let transfer: Duration

  /// A read waits for its first byte as long as the opening took: both are one round trip to a file's machine.
  init(opening: Duration, reading: Duration) {
    firstByte = opening + min(opening, reading)
    transfer = max(.zero, reading - opening)
  }
}
