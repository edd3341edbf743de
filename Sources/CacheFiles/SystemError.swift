import Glibc

/// A failed system call, by its `errno`.
package struct SystemError: Error, Hashable, CustomStringConvertible {
  package let number: Int32

  package init(number: Int32) { self.number = number }

  /// The error of the latest failed call on this thread.
  package static var latest: SystemError { SystemError(number: errno) }

  package var description: String {
    strerror(number).map { String(cString: $0) } ?? "error \(number)"
  }
}

extension SystemError {
  /// Whether the file or folder does not exist.
  package var isAbsence: Bool { number == ENOENT || number == ENOTDIR }

  /// Whether another entry could be written: this one is too large, or its name is a folder's.
  package var concernsOneEntry: Bool { number == EFBIG || number == EISDIR }

  /// Whether the disk or the user's quota is full.
  package var isFullDisk: Bool { number == ENOSPC || number == EDQUOT }

  /// Whether the failure may pass within a minute without intervention.
  package var isPassing: Bool {
    isFullDisk || [EMFILE, ENFILE, ENOMEM, EAGAIN, ENOENT].contains(number)
  }
}
