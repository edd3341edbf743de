import Glibc

/// The end of another thread's work, as a descriptor to wait for.
final class WorkEnd: Sendable {
  /// Readable once the work has ended.
  let descriptor: Int32
  private let writeEnd: Int32

  /// Returns nil if the system has no descriptors left.
  init?() {
    var ends: [Int32] = [-1, -1]
    guard pipe(&ends) == 0 else { return nil }
    for end in ends { _ = fcntl(end, F_SETFD, FD_CLOEXEC) }
    (descriptor, writeEnd) = (ends[0], ends[1])
  }

  deinit {
    close(descriptor)
    close(writeEnd)
  }

  /// Called once, at the end of the work.
  func signal() {
    var byte: UInt8 = 1
    _ = write(writeEnd, &byte, 1)
  }
}
