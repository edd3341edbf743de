import Glibc

/// A system call that failed, by its `errno`.
package struct SystemError: Error, Hashable, CustomStringConvertible {
  package let number: Int32

  package init(number: Int32) { self.number = number }

  /// The error of the call that has just failed on this thread.
  package static var latest: SystemError { SystemError(number: errno) }

  package var description: String {
    strerror(number).map { String(cString: $0) } ?? "error \(number)"
  }
}

extension SystemError {
  /// Whether the file or folder is not there.
  package var isAbsence: Bool { number == ENOENT || number == ENOTDIR }

  /// Whether another entry could be written: this one is too large, or a folder has its name.
  package var concernsOneEntry: Bool { number == EFBIG || number == EISDIR }

  /// Whether there is no room, for anyone or for this user.
  package var isFullDisk: Bool { number == ENOSPC || number == EDQUOT }

  /// Whether it may have passed in a minute, without anyone seeing to it.
  package var isPassing: Bool {
    isFullDisk || [EMFILE, ENFILE, ENOMEM, EAGAIN, ENOENT].contains(number)
  }
}
