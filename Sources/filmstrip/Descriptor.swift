import Glibc

/// An open file, by its number; it is not closed here.
struct Descriptor: Sendable {
  static let standardOutput = Descriptor(number: STDOUT_FILENO)
  static let standardError = Descriptor(number: STDERR_FILENO)

  let number: Int32

  /// Writes all of it, at once and without a buffer.
  ///
  /// - Throws: `StartError.system` when the reader has gone or the disk is full.
  func write(_ bytes: some Sequence<UInt8>) throws(StartError) {
    var rest = Array(bytes)[...]
    while !rest.isEmpty {
      let count = rest.withUnsafeBytes { Glibc.write(number, $0.baseAddress, $0.count) }
      if count < 0, errno == EINTR { continue }
      guard count > 0 else { throw StartError.system("write", errno) }
      rest = rest.dropFirst(count)
    }
  }
}
